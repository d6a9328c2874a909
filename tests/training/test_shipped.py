"""What the shipped weights do on sentences written for these tests, and on the tutorial's."""

from pathlib import Path

import pytest

from attention_core.bundled import facts, load
from training.predict import predict
from training.relations import FAMILIES, arcs
from training.sisters import SISTERS, count_right, right_arcs
from training.treebank import read_treebank

DATA = Path(__file__).parent / "data"


def f1(model, lang):
    """Over all families at once: 2 · right / (said + gold)."""
    right = both = 0
    for sentence in read_treebank(DATA / f"everyday_{lang}.conllu"):
        gold = arcs(sentence, lang)
        looked = predict(model, [word.text for word in sentence], model.card.heads_for(lang))
        for family in FAMILIES:
            said = {place: head for place, head in enumerate(looked[family], 1) if head}
            right += len(said.items() & gold[family].items())
            both += len(said) + len(gold[family])
    return 2 * right / both


@pytest.mark.parametrize("name", ["mha", "mqa"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_taught_heads_find_the_arcs_of_everyday_sentences(name, lang):
    assert f1(load(name), lang) > 0.6


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_untaught_heads_do_not(lang):
    assert f1(load("plain"), lang) < 0.5


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", ["mha", "mqa", "plain"])
def test_the_tutorials_sentence_is_what_the_card_says(name, lang):
    assert right_arcs(load(name), next(SISTERS[lang]()), lang) == facts()["models"][name]["scores"]["tutorial"][lang]


def test_the_sisters_of_the_card_are_counted_on_the_weights():
    assert count_right(load("mha"), "en") == facts()["models"]["mha"]["scores"]["sisters"]["en"]
