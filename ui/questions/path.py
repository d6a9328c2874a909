"""The five questions of the path, asked before the lessons and after, of the visitor's own sentence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from attention_core.heads import HeadsTrace
from attention_core.walk import Worked, changed_by, work
from ui.questions import Question

SAME = 1e-4  # outputs closer than this are one output, up to the rounding of float32


@dataclass(frozen=True, eq=False)
class Asked:
    """What the questions look at: the sentence in one head, seen freely and seen causally, and in an MQA layer."""

    free: Worked
    causal: Worked
    shared: HeadsTrace

    @property
    def n(self) -> int:
        return len(self.free.output)


def reaches(asked: Asked) -> str:
    """Does a change of the first word reach the last one's output through a single layer?"""
    return "one" if bool(changed_by(asked.free.example, 0)[-1]) else "many"


def sums(asked: Asked) -> Sequence[str]:
    return [str(total) for total in sorted({0, 1, asked.n, 100})]


def row_sum(asked: Asked) -> str:
    return str(round(float(asked.free.weights[-1].sum())))


def order_seen(asked: Asked) -> str:
    """Do the outputs change, beyond their order, when the words are turned round?"""
    example = asked.free.example
    turned = work(replace(example, inputs=example.inputs.flip(0))).output.flip(0)
    return "no" if torch.allclose(turned, asked.free.output, atol=SAME) else "yes"


def head_counts(asked: Asked) -> Sequence[str]:
    n_heads = asked.shared.query.shape[1]
    return [str(count) for count in (1, n_heads // 2, n_heads, 2 * n_heads)]


def key_sets(asked: Asked) -> str:
    return str(asked.shared.key.shape[1])


def seen_choices(asked: Asked) -> Sequence[str]:
    return [str(count) for count in sorted({1, 2, asked.n - 1, asked.n}) if 0 < count <= asked.n]


def seen(asked: Asked) -> str:
    """How many words the second one gives weight to under a causal mask; the first where there is only one."""
    return str(int((asked.causal.weights[min(1, asked.n - 1)] > 0).sum()))


QUESTIONS = (
    Question("path.question.reach", lambda asked: ("one", "many"), reaches),
    Question("path.question.sum", sums, row_sum, own_words=True),
    Question("path.question.order", lambda asked: ("yes", "no"), order_seen),
    Question("path.question.shared", head_counts, key_sets, own_words=True),
    Question("path.question.causal", seen_choices, seen, own_words=True),
)
