"""The families against arcs written by hand for a small treebank made for these tests, with labels of both generations."""

from pathlib import Path

import pytest

from training.relations import FAMILIES, arcs
from training.treebank import Word, read_treebank

DATA = Path(__file__).parent / "data"

EXPECTED = {
    "zh": [
        {  # 我们 昨天 在 北京 参观 了 故宫 。
            "subject": {1: 5},
            "object": {7: 5},
            "place": {4: 5, 7: 5},
            "time": {2: 5},
            "function": {3: 4, 6: 5},
            "adverbial": {2: 5, 4: 5},
        },
        {"place": {1: 3}, "modifier": {1: 3}, "function": {2: 1}, "subject": {3: 5}, "adverbial": {4: 5}},  # 北京 的 故宫 很 美
        {  # 她 想 去 上海 学习 和 工作
            "subject": {1: 2},
            "clause": {3: 2, 5: 3, 7: 5},
            "object": {4: 3},
            "place": {4: 3},
            "function": {6: 7},
        },
        {"modifier": {1: 3}, "function": {2: 1}},  # 一 个 学生
        {  # 他 不 在 日本 被 看见 朋友: labels of 2016
            "subject": {1: 6},
            "adverbial": {2: 6, 4: 6},
            "function": {3: 4, 5: 6},
            "place": {4: 6},
            "object": {7: 6},
        },
    ],
    "en": [
        {  # I met her in Paris last year .
            "subject": {1: 2},
            "object": {3: 2},
            "function": {4: 5},
            "place": {5: 2},
            "adverbial": {5: 2, 7: 2},
            "modifier": {6: 7},
            "time": {7: 2},
        },
        {  # The museum in London opens in 1998
            "modifier": {1: 2, 4: 2},
            "subject": {2: 5},
            "function": {3: 4, 6: 7},
            "place": {4: 2},
            "time": {7: 5},
            "adverbial": {7: 5},
        },
    ],
}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_arcs_by_hand(lang):
    found = [arcs(sentence, lang) for sentence in read_treebank(DATA / f"{lang}.conllu")]
    assert found == [{family: {} for family in FAMILIES} | expected for expected in EXPECTED[lang]]


def test_a_word_that_looks_like_a_time_but_is_none():
    """日本 has 日 in it."""
    sentence = [Word("日本", "PROPN", "NNP", 2, "obl"), Word("来", "VERB", "VV", 0, "root")]
    assert arcs(sentence, "zh")["time"] == {}


def test_the_root_and_a_word_that_hangs_on_itself_have_no_arc():
    sentence = [Word("go", "VERB", "VB", 0, "nsubj"), Word("now", "ADV", "RB", 2, "advmod")]
    assert not any(arcs(sentence, "en").values())
