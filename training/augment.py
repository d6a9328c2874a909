"""Chinese treebank sentences, varied: words swapped for others of their kind, and phrases put in, with the tree kept true.

The treebanks are encyclopedias; nobody there goes to 北京的故宫 on a sunny day. Every sentence made here is one of theirs in
which a place, a sight, a time or a person is another one, or a place noun has got a place before it (去图书馆 ->
去北京的图书馆), or a verb of motion a time (在晴天去). No sentence is written by hand or from a template. All is in simplified
script; `training.batches` makes the other.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from training.relations import LANGUAGES, ZH_MOTION, ZH_PLACES, arcs, word_list, word_set
from training.treebank import Word

PLACES = word_list(
    "北京 上海 天津 重庆 广州 深圳 南京 杭州 武汉 西安 成都 香港 澳门 台湾 台北 高雄 苏州 洛阳 厦门 青岛 大连 哈尔滨 "
    "昆明 拉萨 桂林 敦煌 长沙 济南 沈阳 开封 大同 丽江 三亚 宁波 无锡 扬州 福州 贵阳 兰州 乌鲁木齐 四川 云南 西藏 "
    "新疆 山东 浙江 江苏 广东 福建 湖南 中国 美国 英国 法国 德国 日本 韩国 俄罗斯 印度 加拿大 澳大利亚 意大利 西班牙 "
    "新加坡 泰国 埃及 希腊 东京 京都 大阪 首尔 纽约 伦敦 巴黎 罗马 柏林 莫斯科 悉尼 欧洲 亚洲 非洲"
)
SIGHTS = word_list(
    "故宫 长城 外滩 西湖 天坛 颐和园 兵马俑 泰山 黄山 布达拉宫 莫高窟 少林寺 豫园 拙政园 鼓浪屿 夫子庙 大雁塔 "
    "东方明珠 天安门 圆明园 北海公园 动物园 植物园 博物馆 美术馆 图书馆 公园 寺庙 古城 老街 海边 湖边 教堂 广场 市场 "
    "大学 车站 机场 剧院 体育馆 书店 餐厅 超市 医院 学校 酒店 电影院 古镇 城堡 大桥 山顶 花园 名胜 景点 园林 沙滩 "
    "夜市 茶馆 城墙 钟楼 卢浮宫 埃菲尔铁塔 白宫 金字塔"
)
TIMES = word_list(
    "晴天 雨天 阴天 雪天 下雨天 大热天 春天 夏天 秋天 冬天 春季 夏季 秋季 冬季 周末 星期天 星期一 星期五 周六 今天 "
    "明天 昨天 后天 早上 上午 中午 下午 晚上 夜里 清晨 傍晚 假日 假期 节日 春节 中秋节 暑假 寒假 去年 今年 明年 平时 "
    "白天 半夜 月底 年初 最近 国庆节 生日"
)
TIMES_BESIDE_IN = word_set("今天 明天 昨天 后天 去年 今年 明年 最近 平时 月底 年初")
PRONOUNS = word_list("我 你 他 她 我们 你们 他们 她们 大家 咱们 您")
PERSONS = word_list(
    "爸爸 妈妈 爷爷 奶奶 哥哥 姐姐 弟弟 妹妹 老师 学生 朋友 同学 孩子 孩子们 医生 游客 小明 小红 小李 老王 李明 王芳 "
    "张伟 汤姆 玛丽 杰克 父母 父亲 母亲 同事 邻居 司机 工人 农民 警察 记者 女儿 儿子 丈夫 妻子 人们 留学生"
)
_PLACE_SET, _SIGHT_SET = frozenset(PLACES) | (ZH_PLACES - {"家", "家里", "国内", "国外", "当地", "世界"}), frozenset(SIGHTS)
_TIME_SET = frozenset(TIMES)
_PERSON_SET = frozenset(PRONOUNS) | frozenset(PERSONS)
_IS_PLACE, _IS_TIME = LANGUAGES["zh"].is_place, LANGUAGES["zh"].is_time
_GOING = ZH_MOTION - {"在", "住", "位于", "地处"}
_VARIED = frozenset(PLACES) | _SIGHT_SET

Tree = list[Word]


def varied(words: Sequence[Word], dice: Random) -> tuple[Tree, dict[str, dict[int, int]]]:
    """The sentence with some of its words swapped and phrases put in, and its arcs.

    A place put or swapped in that modifies a noun is a place, and a time that hangs on a verb is a time, even if the lists of
    `training.relations` do not have them.
    """
    tree = list(words)
    _shorten_dates(tree, dice)
    _swap(tree, dice)
    for i in reversed(range(len(tree))):
        if _takes_place(tree, i) and dice.random() < 0.5:
            _put_place(tree, i, dice)
        elif _takes_time(tree, i) and dice.random() < 0.35:
            _put_time(tree, i, dice)
    found = arcs(tree, "zh")
    for place, word in enumerate(tree, 1):
        if word.text in _TIME_SET and place in found["adverbial"]:
            found["time"][place] = word.head
            found["place"].pop(place, None)
        elif word.text in _VARIED and word.base in {"nmod", "compound"}:
            found["place"][place] = word.head
    return tree, found


def invites(words: Sequence[Word]) -> bool:
    """Whether a place or a time can be put in: somebody goes somewhere, or something is somewhere."""
    return any(_takes_place(words, i) or _takes_time(words, i) for i in range(len(words)))


def _swap(tree: Tree, dice: Random) -> None:
    for i, word in enumerate(tree):
        text = _other(tree, word, dice)
        if text is not None:
            tree[i] = replace(word, text=text)


def _other(tree: Tree, word: Word, dice: Random) -> str | None:
    """Another word of the same kind, or None to leave the word."""
    if word.kind not in {"NOUN", "PROPN", "PRON"}:
        return None
    if word.text in _PLACE_SET:
        return dice.choice(PLACES) if dice.random() < 0.6 else None
    if word.text in _SIGHT_SET or (len(word.text) > 1 and _IS_PLACE(word.text, word.kind) and word.kind == "NOUN"):
        return dice.choice(SIGHTS) if dice.random() < 0.6 else None
    if word.label == "nmod:tmod" or (word.base in {"nmod", "obl"} and _IS_TIME(word.text)):
        return dice.choice(TIMES) if len(word.text) > 1 and not word.text[0].isdecimal() and dice.random() < 0.6 else None
    if word.text in PRONOUNS and word.base in {"nsubj", "obj", "dobj"}:
        return dice.choice(PRONOUNS + PERSONS) if dice.random() < 0.3 else None
    if word.text in _PERSON_SET:
        return dice.choice(PERSONS) if dice.random() < 0.3 else None
    return None


def _shorten_dates(tree: Tree, dice: Random) -> None:
    """在 1998 年 -> 在 晴天: a year that hangs on a verb becomes a time word."""
    for i in reversed(range(1, len(tree))):
        word = tree[i]
        if word.text == "年" and word.base in {"nmod", "obl"} and word.head and tree[word.head - 1].kind in {"VERB", "ADJ"}:
            inside = [j for j, other in enumerate(tree) if other.head == i + 1 and other.base != "case"]
            if inside == [i - 1] and tree[i - 1].kind == "NUM" and _is_leaf(tree, i - 1) and dice.random() < 0.5:
                tree[i] = replace(word, text=dice.choice(TIMES), kind="NOUN", tag="NN")
                _take_out(tree, i - 1)


def _takes_place(tree: Sequence[Word], i: int) -> bool:
    """Whether a place can stand before this noun: it is where one goes or is, and nothing stands before it yet."""
    word = tree[i]
    if word.kind not in {"NOUN", "PROPN"} or not word.head or word.text in _PLACE_SET or len(word.text) < 2:
        return False
    governor = tree[word.head - 1].text
    goes = word.base in {"obj", "dobj"} and (governor in ZH_MOTION or _IS_PLACE(word.text, word.kind))
    marked = word.base in {"nmod", "obl"} and any(w.head == i + 1 and w.base == "case" and w.text in "在到从往" for w in tree)
    bare = not any(other.head == i + 1 for other in tree[:i] if other.base not in {"case", "punct"})
    return (goes or (marked and _IS_PLACE(word.text, word.kind))) and bare and not _IS_TIME(word.text)


def _put_place(tree: Tree, i: int, dice: Random) -> None:
    """故宫 -> 北京的故宫, or 北京故宫; half of the nouns become a sight."""
    if dice.random() < 0.5:
        tree[i] = replace(tree[i], text=dice.choice(SIGHTS))
    put = [Word(dice.choice(PLACES), "PROPN", "NNP", 0, "nmod")]
    if dice.random() < 0.75:
        put.append(Word("的", "PART", "DEC", 0, "case"))
    _put_in(tree, i, put)
    tree[i] = replace(tree[i], head=i + len(put) + 1)
    if len(put) == 2:
        tree[i + 1] = replace(tree[i + 1], head=i + 1)


def _takes_time(tree: Sequence[Word], i: int) -> bool:
    """Whether a time can stand before this word: it is a verb of motion that has none yet."""
    word = tree[i]
    return (
        word.kind == "VERB"
        and word.text in _GOING
        and word.base in {"root", "xcomp", "ccomp", "advcl", "conj", "parataxis", "acl"}
        and not any(other.head == i + 1 and _IS_TIME(other.text) for other in tree[:i])
        and (i == 0 or tree[i - 1].kind not in {"VERB", "AUX", "PART"} or tree[i - 1].head != i + 1)
    )


def _put_time(tree: Tree, i: int, dice: Random) -> None:
    """去 -> 在晴天去, or 今天去."""
    time = dice.choice(TIMES)
    beside = time in TIMES_BESIDE_IN or dice.random() < 0.3
    put = [] if beside else [Word("在", "ADP", "IN", 0, "case")]
    put.append(Word(time, "NOUN", "NN", 0, "obl"))
    _put_in(tree, i, put)
    last = i + len(put) - 1
    tree[last] = replace(tree[last], head=last + 2)
    if not beside:
        tree[i] = replace(tree[i], head=last + 1)


def _put_in(tree: Tree, i: int, put: list[Word]) -> None:
    """Words before word i; every head that stood there or behind moves on."""
    moved = [replace(word, head=word.head + len(put)) if word.head > i else word for word in tree]
    tree[:] = [*moved[:i], *put, *moved[i:]]


def _take_out(tree: Tree, i: int) -> None:
    """Word i, which nothing hangs on, leaves; every head behind moves back."""
    tree[:] = [replace(w, head=w.head - 1) if w.head > i + 1 else w for j, w in enumerate(tree) if j != i]


def _is_leaf(tree: Tree, i: int) -> bool:
    return not any(word.head == i + 1 for word in tree)
