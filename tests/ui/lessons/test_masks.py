"""/masks: what the grid says, what drawing does, and that padding changes nothing."""

import random
from dataclasses import replace

import pytest
import torch

from attention_core import bundled
from attention_core.tokens import MASK
from tests import oracle_masks as oracle
from ui import texts
from ui.lessons import masks as lesson
from ui.questions.masks import WITHOUT_MODEL, Asked, after_closing, causal_guess, first_sees, reversed_reading, silent_rows
from ui.views import Masks

WORDS = ("我", "喜欢", "在", "晴天", "去", "北京", "的", "故宫", "游览", "cat", "sees", "the", "2024", "$x$", "<s>", "👍🏽")
KINDS = ("open", "causal", "padding", "window")


def random_specs(count: int):
    """Sentences of up to 20 words under random masks with random drawings."""
    chance = random.Random(7)
    for number in range(count):
        drawn = frozenset((chance.randrange(20), chance.randrange(20)) for _ in range(chance.choice((0, 3, 40))))
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 20)))
        yield lesson.Spec(
            text, number % 5, chance.choice(KINDS), chance.randint(1, 8), chance.random() < 0.5, chance.randint(1, 4), drawn
        )


def oracle_grid(spec: lesson.Spec, seen: lesson.Study) -> list[list[bool]]:
    rule = {"n_words": seen.words.n_words, "window": spec.window, "ahead": spec.ahead}
    return oracle.grid(spec.mask, len(seen.units), set(spec.turned), **rule)


@pytest.mark.parametrize("spec", [pytest.param(spec, id=str(number)) for number, spec in enumerate(random_specs(200))])
def test_grid_weights_and_answers_agree_with_plain_loops(spec):
    seen = lesson.study(spec)
    allowed, scores = oracle_grid(spec, seen), seen.scores.tolist()
    assert seen.allowed.tolist() == allowed
    expected = [oracle.weights(*row) for row in zip(scores, allowed, strict=True)]
    torch.testing.assert_close(seen.weights, torch.tensor(expected), atol=1e-5, rtol=1e-4)

    query = len(spec.text) % len(allowed)
    asked = Asked(seen, query, 1 + query % 8, 1 + len(spec.text) % 8)
    assert silent_rows(asked) == str(sum(not any(row) for row in allowed))
    assert after_closing(asked) == oracle.after_closing(scores[query], allowed[query])
    assert reversed_reading(asked) == str(sum(not is_open for is_open in allowed[query]))
    assert first_sees(asked) == str(oracle.first_sees(asked.n_q, asked.n_k))


def test_every_answer_is_among_its_choices():

    for spec in random_specs(40):
        asked = Asked(lesson.study(spec), 0, 3, 5)
        for question in WITHOUT_MODEL:
            assert question.answer(asked) in question.choices(asked)


SPEC = lesson.Spec("我喜欢在晴天去北京的故宫游览", 0, "padding", 3, False, 3, frozenset())


def test_padding_changes_nothing_for_the_words():
    seen = lesson.study(SPEC)
    assert seen.units[-3:] == ("[PAD]",) * 3
    assert seen.words.n_words == len(seen.units) - 3
    assert lesson.difference_from_unpadded(seen, SPEC.seed, SPEC.text) < 1e-6
    open_to_all = lesson.study(replace(SPEC, turned=frozenset((0, key) for key in range(9, 12))))
    assert lesson.difference_from_unpadded(open_to_all, SPEC.seed, SPEC.text) > 1e-3


def test_long_sentence_is_cut_and_says_how_long_it_was():
    found = lesson.words("我" * 50, 0, 0)
    assert len(found.units) == lesson.MOST
    assert found.n_typed == 50


@pytest.mark.parametrize(
    ("mask", "row", "sentence"),
    [
        ("causal", 1, "“喜欢”能看见 2 个：我、喜欢"),
        ("causal", 8, "“游览”谁都能看见。"),
        ("open", 0, "“我”谁都能看见。"),
        ("window", 3, "“晴天”能看见 3 个：喜欢、在、晴天"),
    ],
)
def test_said_as_a_sentence(monkeypatch, mask, row, sentence):
    monkeypatch.setattr(texts, "language", lambda: "zh")
    monkeypatch.setattr(lesson, "language", lambda: "zh")
    assert lesson.said(lesson.study(replace(SPEC, mask=mask)), row) == sentence


def test_said_of_a_word_that_sees_nobody(monkeypatch):
    monkeypatch.setattr(texts, "language", lambda: "en")
    seen = lesson.study(replace(SPEC, mask="causal", turned=frozenset({(0, 0)})))
    assert lesson.said(seen, 0) == "“我” can see nobody."
    assert seen.weights[0].sum() == 0


def test_query_outside_the_sentence_is_the_last_word():
    seen = lesson.study(SPEC)
    assert lesson.query_of(Masks(query=19), seen) == lesson.query_of(Masks(), seen) == seen.words.n_words - 1
    assert lesson.query_of(Masks(query=0), seen) == 0


def test_tutorials_mask_as_a_formula():
    additive, figure = lesson.small_grid(2, 4, "top-left")
    assert lesson.latex(additive) == r"\begin{pmatrix}0 & -\infty & -\infty & -\infty \\ 0 & 0 & -\infty & -\infty\end{pmatrix}"
    assert figure.layout.meta["columns"] == ["k1", "k2", "k3", "k4"]


SHIPPED = pytest.mark.skipif("mha" not in bundled.shipped(), reason="no model is shipped")


@SHIPPED
def test_causal_reading_knows_nothing_of_what_comes_after_the_hidden_word():
    one, other = lesson.readings("我喜欢去北京的故宫", 2), lesson.readings("我喜欢去上海的公园", 2)
    torch.testing.assert_close(one.causal.prediction[one.place], other.causal.prediction[other.place])
    assert not torch.allclose(one.both.prediction[one.place], other.both.prediction[other.place], atol=1e-4)


@SHIPPED
def test_hidden_word_is_masked_whole_and_its_share_is_read_off_the_prediction():
    reading = lesson.readings("The cat sees the bird.", 1)
    hidden = [token.id for token in reading.tokens.tokens if token.id == MASK]
    assert len(hidden) >= 1
    assert reading.tokens.unit_labels[reading.hidden + 1] == "cat"
    pieces, shares = lesson.guesses(reading, reading.both)
    assert len(pieces) == len(shares) == lesson.GUESSES
    assert shares == sorted(shares, reverse=True)
    assert reading.shares[0] == float(reading.both.prediction[reading.place, reading.true_id]) <= shares[0]


@pytest.mark.parametrize(("shares", "answer"), [((0.3, 0.1), "less"), ((0.1, 0.3), "more"), ((0.1, 0.1001), "same")])
def test_guess_of_the_hidden_word(shares, answer):
    assert causal_guess(Asked(lesson.study(SPEC), 0, 1, 1, shares)) == answer
