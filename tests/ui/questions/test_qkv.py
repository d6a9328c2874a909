"""The questions of /qkv and of the path, on 200 random sentences, against plain loops over numbers."""

import random

import pytest

from attention_core.walk import work
from tests import oracle
from ui import runs
from ui.lessons.qkv.examples import of_sentence
from ui.lessons.qkv.numbers import ORIGINAL
from ui.questions import path, qkv
from ui.runs import ModelSpec, RunSpec

WORDS = [
    "我",
    "喜欢",
    "在",
    "晴天",
    "去",
    "北京",
    "的",
    "故宫",
    "猫",
    "老鼠",
    "cat",
    "mouse",
    "sees",
    "2024",
    "$x$",
    "<s>",
    "👍🏽",
    "我",
]
N_SENTENCES = 200


def sentences() -> list[tuple[str, int, str]]:
    """Text, width and mask."""
    draw = random.Random(0)
    texts = [" ".join(draw.choices(WORDS, k=draw.randint(1, 6))) for _ in range(N_SENTENCES)]
    return [(text, draw.choice((2, 3, 4)), draw.choice(("none", "causal"))) for text in texts]


@pytest.fixture(scope="module")
def asked() -> list[tuple[qkv.Asked, path.Asked]]:
    draw = random.Random(1)
    found = []
    for text, width, mask in sentences():
        seen = of_sentence(text, width=width, mask=mask, seed=0)
        shared = runs.trace(RunSpec(ModelSpec(1, 4, 1, 4, "none", 0), text, "words")).layers[0].heads
        free, causal = (of_sentence(text, width=width, mask=other, seed=0).worked for other in ("none", "causal"))
        mine = qkv.Asked(seen.worked, draw.randrange(seen.n), draw.randrange(seen.n))
        found.append((mine, path.Asked(free, causal, shared)))
    return found


def by_hand(worked, inputs=None) -> dict:
    example = worked.example
    rows = [tensor.double().tolist() for tensor in (example.inputs, example.to_query, example.to_key, example.to_value)]
    allowed = None if example.allowed is None else example.allowed.tolist()
    return oracle.one_head(rows[0] if inputs is None else inputs, *rows[1:], allowed)


def verdict(before: float, after: float) -> str:
    return "same" if abs(after - before) < 1e-5 else "more" if after > before else "less"


def moved(row: list[float], other: list[float]) -> bool:
    return any(abs(a - b) > 1e-9 for a, b in zip(row, other, strict=True))


def changed(worked, word: int) -> list[bool]:
    """Which outputs change when a word's vector x becomes 1 - x."""
    inputs = worked.example.inputs.double().tolist()
    inputs[word] = [1 - x for x in inputs[word]]
    outputs = zip(by_hand(worked)["output"], by_hand(worked, inputs)["output"], strict=True)
    return [moved(row, other) for row, other in outputs]


def test_there_are_as_many_outputs_as_words(asked):
    for mine, _ in asked:
        assert qkv.outputs(mine) == str(len(by_hand(mine.worked)["output"]))


def test_outputs_reached_by_a_change(asked):
    for mine, _ in asked:
        assert qkv.reached(mine) == str(sum(changed(mine.worked, mine.key)))


def test_weights_after_a_shift_and_after_doubling(asked):
    for mine, _ in asked:
        scores = by_hand(mine.worked)["scores"][mine.query]
        largest = max(oracle.softmax(scores))
        assert qkv.shifted(mine) == verdict(largest, max(oracle.softmax([score + 10 for score in scores])))
        assert qkv.doubled(mine) == verdict(largest, max(oracle.softmax([2 * score for score in scores])))


def test_first_word_reaches_the_last(asked):
    for _, five in asked:
        assert path.reaches(five) == ("one" if changed(five.free, 0)[-1] else "many")


def test_rows_add_up(asked):
    for _, five in asked:
        assert path.row_sum(five) == str(round(sum(by_hand(five.free)["weights"][-1])))


def test_turning_the_sentence_round(asked):
    for _, five in asked:
        inputs = five.free.example.inputs.double().tolist()
        turned = by_hand(five.free, inputs[::-1])["output"][::-1]
        same = not any(moved(row, other) for row, other in zip(turned, by_hand(five.free)["output"], strict=True))
        assert path.order_seen(five) == ("no" if same else "yes")


def test_words_seen_under_a_causal_mask(asked):
    for _, five in asked:
        n = len(five.free.output)
        assert path.seen(five) == str(sum(oracle.causal(n)[min(1, n - 1)]))


def test_key_sets_of_a_shared_layer(asked):
    assert {path.key_sets(five) for _, five in asked} == {"1"}


@pytest.mark.parametrize("question", [*qkv.QUESTIONS, *path.QUESTIONS], ids=lambda question: question.key)
def test_right_answer_is_among_the_choices(asked, question):
    for mine, five in asked:
        run = five if question.key.startswith("path") else mine
        assert question.answer(run) in question.choices(run)
        assert len(set(question.choices(run))) == len(question.choices(run))


def test_a_word_alone_and_a_word_shut_out_have_answers():
    alone = of_sentence("我", width=2, mask="none", seed=0)
    assert qkv.doubled(qkv.Asked(alone.worked, 0, 0)) == "same"
    nowhere = ORIGINAL.allowed.clone()
    nowhere[2] = False
    worked = work(type(ORIGINAL)(ORIGINAL.inputs, ORIGINAL.to_query, ORIGINAL.to_key, ORIGINAL.to_value, nowhere))
    assert qkv.shifted(qkv.Asked(worked, 2, 0)) == "same"
    assert qkv.reached(qkv.Asked(worked, 0, 1)) == "3"
