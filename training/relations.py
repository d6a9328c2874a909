"""The eight families of relations, one for each head: from which word to which word of a tree does a family's head look?

The tables hold the labels of both generations of Universal Dependencies (`dobj` of 2016, `obj` of today). Families overlap: in
北京的故宫, 北京 is a place and a modifier. Time and place are not labels of the treebanks, so lists of words help to find them.
`python -m training.relations --check DIR --referee score_heads.py` compares every arc with the referee's.
"""

import argparse
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from attention_core.model import FAMILIES
from training.referee import load_referee
from training.treebank import Sentence, read_treebank


def word_list(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


LABELS = {
    "subject": word_set("nsubj nsubjpass csubj csubjpass"),
    "object": word_set("obj dobj iobj"),
    "modifier": word_set("amod acl det nummod nmod appos"),
    "function": word_set("case mark aux auxpass clf cop cc"),
    "adverbial": word_set("advmod neg obl"),
    "clause": word_set("xcomp ccomp advcl conj parataxis"),
}
PREDICATES = frozenset({"VERB", "ADJ", "AUX"})
YEAR = re.compile(r"(1[5-9]|20)\d\d(s|年)?")

ZH_MARKS_PLACE = word_set("在 于 从 到 往 向 朝 至 自 里 内 上 中 外 下 旁 边 间 里面 外面 上面 下面 附近 旁边 中间")
ZH_MOTION = word_set("去 到 来 在 回 进 出 住 位于 地处 离开 前往 抵达 到达 进入 返回 游览 参观 访问 来到 回到 走进")
ZH_PLACES = word_set(
    "北京 上海 天津 重庆 广州 深圳 南京 杭州 武汉 西安 成都 香港 澳门 台湾 台北 高雄 中国 美国 英国 法国 德国 日本 "
    "韩国 俄罗斯 印度 加拿大 澳大利亚 意大利 西班牙 新加坡 东京 纽约 伦敦 巴黎 欧洲 亚洲 非洲 美洲 故宫 长城 外滩 "
    "西湖 家 家里 国内 国外 当地 世界"
)
ZH_PLACE_END = re.compile(r"[省市县区州国洲镇乡村路街港岛山河江湖海湾城宫寺园馆站场校院厅店楼桥]$|(市场|学校|大学|公园|机场)$")
ZH_TIME = re.compile(
    r"[年月日号天时点周晚晨夜昨春夏秋冬季]|星期|期间|早上|上午|中午|下午|今天|今年|今日|明天|明年|现在|当时|目前|如今|以前|以后|"
    r"之前|之后|后来|最近|世纪|分钟|小时|刚才|将来|过去"
)
ZH_NOT_TIME = re.compile(r"日本|天津|天空|天堂|时装|月球|点心|日报|冬瓜|周围|周边|年轻|天然|时尚")

EN_MARKS_PLACE = word_set(
    "in at on to from into onto inside outside near around above below behind under over across through between "
    "within beside toward towards"
)
EN_MARKS_PLACE_OF_NOUN = frozenset({"in", "at", "near", "from"})
EN_TIME = word_set(
    "today yesterday tomorrow tonight now then recently currently lately soon ago earlier later year years month "
    "months week weeks day days night nights morning mornings evening evenings afternoon afternoons weekend weekends "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december spring summer autumn fall winter hour hours minute minutes second seconds "
    "time century decade moment past future"
)


@dataclass(frozen=True)
class Language:
    """How a language marks place and time."""

    marks_place: frozenset[str]
    marks_place_of_noun: frozenset[str]

    def is_time(self, word: str) -> bool:
        return YEAR.fullmatch(word) is not None

    def is_place(self, word: str, kind: str) -> bool:
        return False

    def is_motion(self, word: str) -> bool:
        return False


class Chinese(Language):
    """Simplified script."""

    def is_time(self, word: str) -> bool:
        return super().is_time(word) or (ZH_TIME.search(word) is not None and ZH_NOT_TIME.search(word) is None)

    def is_place(self, word: str, kind: str) -> bool:
        return word in ZH_PLACES or (len(word) > 1 and kind in {"NOUN", "PROPN"} and ZH_PLACE_END.search(word) is not None)

    def is_motion(self, word: str) -> bool:
        return word in ZH_MOTION


class English(Language):
    def is_time(self, word: str) -> bool:
        return super().is_time(word) or word.lower() in EN_TIME


LANGUAGES = {"zh": Chinese(ZH_MARKS_PLACE, frozenset()), "en": English(EN_MARKS_PLACE, EN_MARKS_PLACE_OF_NOUN)}


def arcs(sentence: Sentence, lang: str) -> dict[str, dict[int, int]]:
    """For each family, the place of the word that looks -> the place of the word it depends on; the first word is 1.

    lang: "zh" (simplified script) or "en".
    """
    language = LANGUAGES[lang]
    marks = _marks(sentence)
    found: dict[str, dict[int, int]] = {family: {} for family in FAMILIES}
    for place, word in enumerate(sentence, 1):
        if word.head not in (0, place):
            for family in _families(sentence, place, marks.get(place, frozenset()), language):
                found[family][place] = word.head
    return found


def _marks(sentence: Sentence) -> dict[int, set[str]]:
    """The prepositions, postpositions and conjunctions of each word that has any."""
    marks: dict[int, set[str]] = {}
    for word in sentence:
        if word.base in {"case", "mark"}:
            marks.setdefault(word.head, set()).add(word.text.lower())
    return marks


def _families(sentence: Sentence, place: int, marks: Collection[str], language: Language) -> set[str]:
    """The families that the arc from a word to its head belongs to."""
    word = sentence[place - 1]
    head = sentence[word.head - 1]
    oblique = word.base == "obl" or (word.base == "nmod" and head.kind in PREDICATES)
    timed = word.label in {"obl:tmod", "nmod:tmod"} or (language.is_time(word.text) and (oblique or word.base == "advmod"))
    families = {family for family, labels in LABELS.items() if word.base in labels}
    if oblique:
        families.add("adverbial")
    if oblique or timed:
        families.discard("modifier")
    if timed:
        families.add("time")
    elif (
        (oblique and not language.marks_place.isdisjoint(marks))
        or (word.base in LABELS["object"] and language.is_motion(head.text))
        or (word.base in {"nmod", "compound"} and language.is_place(word.text, word.kind))
        or (word.base == "nmod" and not language.marks_place_of_noun.isdisjoint(marks))
    ):
        families.add("place")
    return families


def differences(path: Path, lang: str, referee) -> int:
    """How many sentences of a treebank have arcs that are not the referee's. referee: its module."""
    pairs = zip(read_treebank(path), referee.read(str(path)), strict=True)
    return sum(arcs(ours, lang) != referee.arcs(theirs, lang) for ours, theirs in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", type=Path, required=True, help="a folder of treebanks, named zh_… and en_…")
    parser.add_argument("--referee", type=Path, required=True, help="the referee, score_heads.py")
    arguments = parser.parse_args()
    referee = load_referee(arguments.referee)
    for path in sorted(arguments.check.glob("*.conllu*")):
        print(f"{path.name}: {differences(path, path.name[:2], referee)} sentences differ")


if __name__ == "__main__":
    main()
