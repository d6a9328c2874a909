"""The Playground's questions, asked of the layer on screen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from figures.labels import names
from ui.questions import Question
from ui.runs import Heads


@dataclass(frozen=True)
class Asked:
    """What the questions look at: the heads on screen, and how many key heads serve them."""

    heads: Heads
    n_kv_heads: int


def row_sum(asked: Asked) -> str:
    """What the last row of the first head adds up to, special tokens included: the last query always has somewhere to look."""
    heads = asked.heads
    return str(round(float(heads.weights[0, -1].sum() + sum(given[0, -1] for given in heads.aside.values()))))


def key_head_choices(asked: Asked) -> Sequence[str]:
    n_heads = len(asked.heads.weights)
    return [str(count) for count in sorted({1, n_heads, max(1, n_heads // 2), asked.n_kv_heads, 2 * n_heads})]


def busiest_word(asked: Asked) -> str:
    """The key that gets most weight from all queries of all heads together."""
    return names(asked.heads.units)[int(_totals(asked).argmax())]


def busiest_choices(asked: Asked) -> Sequence[str]:
    """The busiest word among at most four, in the order of the sentence."""
    words = names(asked.heads.units)
    return [words[place] for place in sorted(np.argsort(-_totals(asked), kind="stable")[:4].tolist())]


def _totals(asked: Asked) -> np.ndarray:
    """What each key gets from all queries of all heads: [key]."""
    return asked.heads.weights.sum(axis=(0, 1))


QUESTIONS = (
    Question("playground.question.sum", lambda asked: ("0", "1", "2"), row_sum, own_words=True),
    Question("playground.question.shared", key_head_choices, lambda asked: str(asked.n_kv_heads), own_words=True),
    Question("playground.question.busiest", busiest_choices, busiest_word, own_words=True),
)
