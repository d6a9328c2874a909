"""Trees of 2016 and what the second generation makes of the same words; one construction each, no treebank's sentence."""

from dataclasses import replace

import pytest

from training.generations import as_gsd, second_generation
from training.treebank import Word


def tree(lines: str) -> list[Word]:
    """One word each: text/tag/head/label."""
    kinds = {"VV": "VERB", "VC": "VERB", "JJ": "ADJ", "NNP": "PROPN", "CD": "NUM", "SFN": "PART", ",": "PUNCT", "EC": "PUNCT"}
    words = (word.split("/") for word in lines.split())
    return [Word(text, kinds.get(tag, "NOUN"), tag, int(head), label) for text, tag, head, label in words]


CASES = {
    "suffix": ("文化/NN/2/case:suff 馆/SFN/0/root", "文化/NN/2/compound 馆/SFN/0/root"),
    "place before 的": ("北京/NNP/3/det 的/DEC/1/case:dec 人/NN/0/root", "北京/NNP/3/nmod 的/DEC/1/case 人/NN/0/root"),
    "relative 的": ("来/VV/3/acl:relcl 的/DEC/1/acl:relcl 人/NN/0/root", "来/VV/3/acl:relcl 的/DEC/1/mark:rel 人/NN/0/root"),
    "postposition": ("家/NN/3/nmod 里/IN/1/acl 坐/VV/0/root", "家/NN/3/obl 里/IN/1/case 坐/VV/0/root"),
    "adverbial clause": ("坐/VV/2/acl 看/VV/0/root", "坐/VV/2/advcl 看/VV/0/root"),
    "conjunction": ("猫/NN/0/root 和/CC/1/cc 狗/NN/1/conj", "猫/NN/0/root 和/CC/3/cc 狗/NN/1/conj"),
    "classifier": ("一/CD/2/nummod 个/NNB/3/nmod 人/NN/0/root", "一/CD/3/nummod 个/NNB/1/clf 人/NN/0/root"),
    "classifier of 这": ("这/DT/2/det 个/NNB/3/nmod 人/NN/0/root", "这/DT/2/det 个/NNB/3/clf 人/NN/0/root"),
    "classifier before a suffix": (
        "一/CD/2/nummod 个/NNB/4/nmod 火车/NN/4/case:suff 站/SFN/0/root",
        "一/CD/2/nummod 个/NNB/4/nmod 火车/NN/4/compound 站/SFN/0/root",
    ),
    "signs": (",/,/2/punct 著/AS/3/aux 「/EC/3/punct 看/VV/0/root", "，/,/2/punct 着/AS/3/aux “/EC/3/punct 看/VV/0/root"),
    "a decimal sign that is no punctuation stays": ("./NN/0/root", "./NN/0/root"),
    "a noun is no adverb": ("历史/NN/3/advmod 上/IN/1/acl 有/VV/0/root", "历史/NN/3/obl 上/IN/1/case 有/VV/0/root"),
    "a pronoun stays a determiner": ("其/PRP/2/det 人/NN/0/root", "其/PRP/2/det 人/NN/0/root"),
    "a conjunction before its head": ("既/CC/2/cc 来/VV/0/root 走/VV/2/conj", "既/CC/2/cc 来/VV/0/root 走/VV/2/conj"),
    "linking adverb": ("也/RB/2/advmod 来/VV/0/root", "也/RB/2/mark 来/VV/0/root"),
    "的 behind a preposition's phrase": (
        "关于/IN/2/case 山/NN/4/nmod 的/DEC/1/case:dec 书/NN/0/root",
        "关于/IN/2/case 山/NN/4/nmod 的/DEC/2/case 书/NN/0/root",
    ),
    "地": ("慢慢/JJ/3/advmod 地/DEV/3/mark 走/VV/0/root", "慢慢/JJ/3/advmod 地/DEV/1/mark:adv 走/VV/0/root"),
    "a measure with 的 stays": (
        "十/CD/2/nummod 年/NNB/4/nmod 的/DEC/2/case:dec 人/NN/0/root",
        "十/CD/2/nummod 年/NNB/4/nmod 的/DEC/2/case 人/NN/0/root",
    ),
    "names of today": (
        "我/PRP/3/nsubjpass 被/BB/3/auxpass 看/VV/0/root 了/AS/3/case:aspect",
        "我/PRP/3/nsubj:pass 被/BB/3/aux:pass 看/VV/0/root 了/AS/3/aux",
    ),
    "preposed object": ("把/BB/3/aux:caus 书/NN/3/dobj 放/VV/0/root", "把/BB/2/case 书/NN/3/obl:patient 放/VV/0/root"),
    "name": ("王/NNP/2/nmod 芳/NNP/3/nsubj 来/VV/0/root", "王/NNP/3/nsubj 芳/NNP/1/flat:name 来/VV/0/root"),
    "two places are no name": ("江苏省/NNP/2/nmod 无锡/NNP/0/root", "江苏省/NNP/2/nmod 无锡/NNP/0/root"),
    "title": ("校长/NN/2/appos 王芳/NNP/3/nsubj 来/VV/0/root", "校长/NN/3/nsubj 王芳/NNP/1/appos 来/VV/0/root"),
    "clauses in a row": (
        "来/VV/3/dep 看/VV/3/dep 走/VV/0/root",
        "来/VV/0/root 看/VV/1/parataxis 走/VV/1/parataxis",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_construction(name):
    first, second = CASES[name]
    made = second_generation(tree(first))
    assert [replace(word, kind="") for word in made] == [replace(word, kind="") for word in tree(second)]


def test_parts_of_speech_are_those_of_today():
    first = "他/PRP/5/nsubjpass 也/RB/5/advmod 是/VC/5/cop 被/BB/5/auxpass 看/VV/0/root 了/AS/5/case:aspect"
    assert [word.kind for word in second_generation(tree(first))] == ["NOUN", "SCONJ", "AUX", "AUX", "VERB", "AUX"]
    assert second_generation(tree("是/VC/0/root"))[0].kind == "VERB"


def test_a_tree_of_today_keeps_its_heads():
    today = tree("他/PRP/5/dep 也/ADV/5/advmod 既/CC/5/cc 来/VV/5/acl 看/VV/0/root ,/,/5/punct")
    made = as_gsd(today)
    assert [word.head for word in made] == [word.head for word in today]
    assert [word.label for word in made] == ["dep", "mark", "cc", "acl", "root", "punct"]
    assert [made[1].kind, made[5].text] == ["SCONJ", "，"]


def test_the_given_tree_is_left_alone():
    given = tree(CASES["name"][0])
    second_generation(given)
    assert given == tree(CASES["name"][0])
