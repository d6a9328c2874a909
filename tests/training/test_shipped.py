"""What the shipped weights do on sentences written for these tests, and on the tutorial's."""

from pathlib import Path

import pytest

from attention_core.bundled import facts, load
from training.predict import predict
from training.relations import FAMILIES, arcs
from training.scores import f1, texts_of
from training.sisters import SISTERS, count_right, right_arcs
from training.treebank import read_treebank

DATA = Path(__file__).parent / "data"


def f1_of(model, lang):
    """Over all families at once."""
    sentences = list(read_treebank(DATA / f"everyday_{lang}.conllu"))
    gold = [arcs(sentence, lang)[family] for sentence in sentences for family in FAMILIES]
    answers = predict(model, [texts_of(sentence) for sentence in sentences], model.card.heads_for(lang))
    return f1(gold, [looked[family] for looked in answers for family in FAMILIES])


@pytest.mark.parametrize("name", ["mha", "mqa"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_taught_heads_find_the_arcs_of_everyday_sentences(name, lang):
    assert f1_of(load(name), lang) > 0.6


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_untaught_heads_do_not(lang):
    assert f1_of(load("plain"), lang) < 0.5


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", ["mha", "mqa", "plain"])
def test_the_tutorials_sentence_is_what_the_card_says(name, lang):
    assert right_arcs(load(name), [next(SISTERS[lang]())], lang)[0] == facts()["models"][name]["scores"]["tutorial"][lang]


def test_the_tutorials_four_relations_come_out_of_the_weights():
    """我-喜欢 or 游览, 北京-故宫 twice, 晴天-去, 游览 or 喜欢."""
    assert right_arcs(load("mha"), [next(SISTERS["zh"]())], "zh") == [
        {"subject": True, "place": True, "time": True, "modifier": True}
    ]


def test_the_sisters_of_the_card_are_counted_on_the_weights():
    assert count_right(load("mha"), "en") == facts()["models"]["mha"]["scores"]["sisters"]["en"]
