"""The questions of /code, asked of the layers and sizes on screen."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from attention_core.experiments.memory_layout import cut_into_heads, fate
from ui.lessons.code import Walk
from ui.questions import Question


@dataclass(frozen=True)
class Asked:
    """What the questions look at: the same sizes walked through as MHA and as MQA."""

    mha: Walk
    mqa: Walk


def attention_shape(asked: Asked) -> str:
    """The shape of what the layer returns first."""
    return str(list(asked.mha.steps[-1].gave["attention"].shape))


def shape_choices(asked: Asked) -> Sequence[str]:
    spec = asked.mha.spec
    b, h, q, k = spec.batch, spec.num_head, spec.n_q, spec.n_k
    return [str(shape) for shape in ([h * b, q, k], [b, q, k], [h * b, q, spec.d_v], [b, h, q, k])]


def copying_line(asked: Asked) -> str:
    """Which of the three lines that cut q into heads copies its numbers: none where there is nothing to move."""
    for way in ("view", "permute", "contiguous"):
        step = next(step for step in asked.mha.steps if step.source.startswith(f"q = q.{way}"))
        if fate(step.read["q"], step.gave["q"]) == "copied":
            return way
    return "none"


def skipped_permute(asked: Asked) -> str:
    """What comes of the queries when the permute is left out."""
    step = next(step for step in asked.mha.steps if step.source == "q = self.fc_q(q)")
    rows, n_heads = step.gave["q"], asked.mha.spec.num_head
    right, wrong = cut_into_heads(rows, n_heads), cut_into_heads(rows, n_heads, permute=False)
    if right.shape != wrong.shape:
        return "shape"
    return "same" if torch.equal(right, wrong) else "numbers"


def saved_parameters(asked: Asked) -> str:
    """How many parameters fewer MQA has."""
    return str(_count(asked.mha) - _count(asked.mqa))


def saved_choices(asked: Asked) -> Sequence[str]:
    """The true number among those of a slip: one of the two layers forgotten, all heads counted, nothing at all."""
    spec = asked.mha.spec
    a_key, a_value = (spec.dimension_k + 1) * spec.d_k, (spec.dimension_v + 1) * spec.d_v
    others = spec.num_head - 1
    return [str(n) for n in sorted({0, others * (a_key + a_value), others * a_key, spec.num_head * (a_key + a_value)})]


def _count(walk: Walk) -> int:
    return sum(parameter.numel() for parameter in walk.layer.parameters())


QUESTIONS = (
    Question("code.question.shape", shape_choices, attention_shape, own_words=True),
    Question("code.question.copies", lambda asked: ("view", "permute", "contiguous", "none"), copying_line),
    Question("code.question.skip", lambda asked: ("shape", "numbers", "same"), skipped_permute),
    Question("code.question.saved", saved_choices, saved_parameters, own_words=True),
)
