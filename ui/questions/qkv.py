"""The questions of /qkv, asked of the words on screen."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from attention_core.attend import softmax_or_zero
from attention_core.walk import Worked, changed_by
from ui.questions import CHANGES, Question, change


@dataclass(frozen=True, eq=False)
class Asked:
    """What the questions look at: the worked example, the word that asks and the word that is changed, from 0."""

    worked: Worked
    query: int
    key: int

    @property
    def n(self) -> int:
        return len(self.worked.output)


def counts(asked: Asked) -> Sequence[str]:
    """Some numbers of vectors, the number of words and its square among them."""
    return [str(count) for count in sorted({1, asked.n, 2 * asked.n, asked.n**2})]


def outputs(asked: Asked) -> str:
    return str(len(asked.worked.output))


def reached_choices(asked: Asked) -> Sequence[str]:
    return [str(count) for count in sorted({0, 1, asked.n, int(reached(asked))})]


def reached(asked: Asked) -> str:
    """How many outputs change when the key word's vector does."""
    return str(int(changed_by(asked.worked.example, asked.key).sum()))


def shifted(asked: Asked) -> str:
    """What becomes of the weights when 10 is added to every score of the row."""
    scores = asked.worked.scores[asked.query]
    return _largest(softmax_or_zero(scores + 10), asked)


def doubled(asked: Asked) -> str:
    """What becomes of the row's largest weight when the query is twice as long."""
    return _largest(softmax_or_zero(2 * asked.worked.scores[asked.query]), asked)


def _largest(weights: torch.Tensor, asked: Asked) -> str:
    return change(float(weights.max() - asked.worked.weights[asked.query].max()), rounding=1e-5)


QUESTIONS = (
    Question("qkv.question.outputs", counts, outputs, own_words=True),
    Question("qkv.question.reached", reached_choices, reached, own_words=True),
    Question("qkv.question.shifted", lambda asked: CHANGES, shifted),
    Question("qkv.question.doubled", lambda asked: CHANGES, doubled),
)
