"""The questions of /masks, asked of the sentence and the mask on screen."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from attention_core import masks
from attention_core.attend import softmax_or_zero
from ui.lessons.masks import Study
from ui.questions import CHANGES, Question, change


@dataclass(frozen=True)
class Asked:
    """What the questions look at: a sentence under a mask, one word of it, and the sizes of the small causal mask.

    shares: how probable the hidden word is to the shipped model, read both ways and causally; None where no model is shipped.
    """

    seen: Study
    query: int
    n_q: int
    n_k: int
    shares: tuple[float, float] | None = None


def silent_rows(asked: Asked) -> str:
    """How many rows of weights add up to 0 and not to 1."""
    return str(int((asked.seen.weights.sum(-1) < 0.5).sum()))


def silent_choices(asked: Asked) -> Sequence[str]:
    n = len(asked.seen.units)
    return [str(count) for count in sorted({0, 1, n, int(silent_rows(asked))})]


def after_closing(asked: Asked) -> str:
    """What becomes of the other words' weights when the word that is looked at most is shut out as well."""
    scores, allowed = asked.seen.scores[asked.query], asked.seen.allowed[asked.query].clone()
    before = softmax_or_zero(scores.masked_fill(~allowed, -torch.inf))
    most = int(before.argmax())
    allowed[most] = False
    after = softmax_or_zero(scores.masked_fill(~allowed, -torch.inf))
    return change(float((after - before)[torch.arange(len(after)) != most].sum()), rounding=1e-6)


def reversed_reading(asked: Asked) -> str:
    """How many words the chosen one sees when the grid is handed to `nn.MultiheadAttention` as it is."""
    theirs = masks.from_torch(asked.seen.allowed[asked.query], convention="multi_head")
    return str(int(theirs.sum()))


def seen_choices(asked: Asked) -> Sequence[str]:
    n, theirs = len(asked.seen.units), int(reversed_reading(asked))
    return [str(count) for count in sorted({0, theirs, n - theirs, n})]


def first_sees(asked: Asked) -> str:
    """How many keys the first query of the small causal mask sees when it is aligned at the bottom right."""
    return str(int(masks.causal(asked.n_q, asked.n_k, align="bottom-right")[0].sum()))


def first_choices(asked: Asked) -> Sequence[str]:
    return [str(count) for count in sorted({0, 1, asked.n_k, int(first_sees(asked))})]


def causal_guess(asked: Asked) -> str:
    """Is the hidden word expected more or less when only what came before it is seen?"""
    both_ways, causal = asked.shares
    return change(causal - both_ways, rounding=5e-4)


WITHOUT_MODEL = (
    Question("masks.question.silent", silent_choices, silent_rows, own_words=True),
    Question("masks.question.closing", lambda asked: CHANGES, after_closing),
    Question("masks.question.reversed", seen_choices, reversed_reading, own_words=True),
    Question("masks.question.first", first_choices, first_sees, own_words=True),
)
QUESTIONS = (*WITHOUT_MODEL, Question("masks.question.hidden", lambda asked: CHANGES, causal_guess))
