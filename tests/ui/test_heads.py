from dataclasses import replace

import numpy as np
import pytest

from attention_core import bundled
from attention_core.tokens import MASK
from ui import runs
from ui.lessons import heads
from ui.questions.heads import QUESTIONS, Asked

TEXT = "我喜欢在晴天去北京的故宫游览"


@pytest.mark.parametrize("name", ["mha", "mqa", "plain"])
def test_what_a_head_found_is_where_its_weights_are_largest(name):
    """Beside the shared run: the model asked anew, its weights rolled up and searched in plain loops."""
    run = bundled.load(name).run(TEXT)
    units = run.tokens.units
    for found in heads.found(TEXT, name):
        weights = run.tokens.roll_up(run.layers[found.layer].weights[found.head])
        expected = []
        for query, row in enumerate(weights.tolist()):
            key = row.index(max(row))
            if not units[query].special and not units[key].special and key != query:
                expected.append((query - 1, key - 1))
        assert list(found.pairs) == expected


def test_hiding_and_removing_are_the_models_own():
    result = heads.guessing(TEXT, 5, 3)
    assert result.word == "北京"
    model = bundled.load("mha")
    read = model.tokenizer.read(TEXT)
    place = read.unit_labels.index("北京")
    hidden = read.hide(place)
    first = read.units[place].first
    assert hidden.ids[first] == MASK
    shares = model.run(hidden).prediction[first]
    assert result.right[1] == pytest.approx(float(shares[read.ids[first]]))
    assert [share for _, share in result.guesses] == pytest.approx(sorted(shares.tolist())[:-6:-1])
    assert len(result.without) == 8
    assert len(set(np.round(result.without, 12))) == 8
    assert not np.isclose(result.without, result.right[1]).all()


def test_free_heads_are_named_by_what_they_do_with_the_word_hidden():
    result = heads.guessing(TEXT, 5, 2)
    hidden = runs.read(TEXT, "words", True).hide(6)
    whole = hidden.roll_up(bundled.load("mha").run(hidden).layers[2].weights)
    assert result.characters == tuple(runs.character(head, list(range(1, 10)), {"cls": 0, "sep": 10}) for head in whole)
    assert len(set(result.characters)) > 1
    names = [Asked((), replace(result, characters=(None, "next", *result.characters[2:]))).name(head) for head in (0, 1)]
    assert names == ["Head 1", "Head 2 · next"]


def test_a_word_that_is_not_there_gives_way_to_the_middle_one():
    assert heads.guessing("猫追狗", 99, 3).hidden == 1


def test_every_answer_is_among_its_choices():
    asked = Asked(heads.found(TEXT, "mha"), heads.guessing(TEXT, None, 3))
    for question in QUESTIONS:
        assert question.answer(asked) in question.choices(asked)
    assert heads.shared_fraction() == 8
