import numpy as np
import pytest
import torch

from attention_core import bundled, masks
from ui import runs
from ui.views import Playground

TEXT = "我喜欢在晴天去北京的故宫游览"


def heads(**changes):
    view = Playground(**{"text": TEXT, "weights": "random", **changes})
    return runs.heads(runs.playground_spec(view), 0), view


def test_the_pictures_show_the_models_own_weights():
    shown, view = heads(reading="subwords", heads=3, width=8)
    spec = runs.playground_spec(view)
    layer = runs.model(spec.model).run(runs.read(TEXT, "subwords")).layers[0]
    np.testing.assert_array_equal(shown.weights, layer.weights.numpy())
    assert shown.units == runs.read(TEXT, "subwords").labels


def test_words_get_the_sum_over_key_pieces_and_the_mean_over_query_pieces():
    words, _ = heads()
    pieces, _ = heads(reading="subwords")
    read = runs.read(TEXT, "words")
    place = read.unit_labels.index("故宫")
    first, last = read.units[place].first, read.units[place].last
    assert last - first == 2
    np.testing.assert_allclose(words.weights[:, 0, place], pieces.weights[:, 0, first:last].sum(-1), rtol=1e-5)
    expected = pieces.weights[:, first:last, 0].mean(1)
    np.testing.assert_allclose(words.weights[:, place, 0], expected, rtol=1e-5)
    np.testing.assert_allclose(words.weights.sum(-1), 1, rtol=1e-5)


@pytest.mark.parametrize("position", ["none", "sinusoidal", "learned", "floater", "rnn", "rope", "alibi", "t5"])
@pytest.mark.parametrize("scale", ["root", "none", "temperature"])
@pytest.mark.parametrize("kind", ["mha", "gqa", "mqa"])
def test_in_every_combination_a_causal_mask_leaves_the_first_row_to_the_first_word(position, scale, kind):
    shown, _ = heads(mask="causal", position=position, scale=scale, kind=kind, reading="subwords", heads=4, width=4)
    assert (shown.weights[:, 0, 0] == 1).all()
    assert (shown.weights[:, 0, 1:] == 0).all()
    assert (np.triu(shown.weights, 1) == 0).all()
    assert np.array_equal(shown.allowed[0], masks.causal(12, 12).numpy())


def test_a_window_of_3_sees_itself_and_two_before():
    shown, _ = heads(mask="window", window=3, reading="subwords")
    assert (shown.weights[0] > 0).sum(-1)[:6].tolist() == [1, 2, 3, 3, 3, 3]


def test_temperature_zero_takes_the_best_and_shares_ties():
    shown, _ = heads(scale="temperature", temperature=0.0, reading="subwords")
    assert set(np.unique(shown.weights)) == {0.0, 1.0}


@pytest.mark.parametrize(("kind", "heads_", "groups", "expected"), [
    ("mha", 8, 2, 8), ("mqa", 8, 2, 1), ("gqa", 8, 2, 2), ("gqa", 8, 4, 4), ("gqa", 6, 4, 3), ("mha", 3, 2, 3), ("mqa", 1, 2, 1),
])  # fmt: skip
def test_key_heads_always_divide_the_heads(kind, heads_, groups, expected):
    assert Playground(kind=kind, heads=heads_, groups=groups).n_kv_heads == expected


@pytest.mark.parametrize(("offset", "name"), [(-1, "previous"), (0, "self"), (1, "next")])
def test_what_a_head_plainly_does(offset, name):
    assert runs.character(torch.eye(7).roll(offset, 1), list(range(7)), {}) == name


def rows_of(*row):
    """Seven units, of which the first and the last are special, with the same row each."""
    return torch.tensor([row] * 7), [1, 2, 3, 4, 5], {"cls": 0, "sep": 6}


@pytest.mark.parametrize(("weights", "name"), [
    (rows_of(0.0, 1, 0, 0, 0, 0, 0), "first"), (rows_of(0.6, 0.1, 0.1, 0, 0, 0.1, 0.1), "cls"),
    (rows_of(0.2, 0, 0, 0, 0, 0, 0.8), "sep"), (rows_of(*[1 / 7] * 7), "broad"), (rows_of(0.0, 0, 0.5, 0.5, 0, 0, 0), None),
    ((torch.ones(1, 1), [0], {}), None),
])  # fmt: skip
def test_what_a_head_does_with_special_tokens_or_plainly_nothing(weights, name):
    assert runs.character(*weights) == name


def test_a_word_without_neighbour_counts_as_one_that_does_not_look_there():
    weights = torch.tensor([[0.0, 1, 0], [0.9, 0, 0.1], [1, 0, 0]])  # one of the two with a next word looks at it, of three
    assert runs.character(weights, [0, 1, 2], {}) == "first"
    halves = torch.tensor([[0.2, 0.8, 0], [0, 0.6, 0.4], [0.3, 0.3, 0.4]])
    assert runs.character(halves, [0, 1, 2], {}) is None


def test_a_narrow_window_earns_no_head_a_name():
    narrow, _ = heads(mask="window", window=1, reading="subwords")
    assert set(narrow.characters) == {None}
    wide, _ = heads(mask="none", reading="subwords")
    assert set(wide.characters) != {None}


def test_two_visitors_share_a_model_and_not_a_run():
    one, _ = heads(mask="none")
    heads(mask="causal")
    again, _ = heads(mask="none")
    assert one is again
    assert (np.triu(one.weights[0], 1) > 0).any()


@pytest.mark.parametrize("name", bundled.NAMES)
@pytest.mark.parametrize(
    ("changes", "is_changed"),
    [({}, False), ({"mask": "causal"}, True), ({"scale": "none"}, True), ({"position": "alibi"}, True), ({"layer": 2}, False)],
)
def test_a_trained_model_says_when_it_is_made_to_work_otherwise(name, changes, is_changed):
    assert runs.playground_spec(Playground(weights=name, **changes)).is_changed == is_changed
    assert not runs.playground_spec(Playground(weights="random", **changes)).is_changed
