"""One head by hand: the steps from a word's vector to its output, each with the numbers that go in and come out.

Axes: n word, m input width, d width of query and key, v width of the values.
"""

from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention_core.attend import AttentionTrace, attend


@dataclass(frozen=True, eq=False)
class Example:
    """What goes in: the words' vectors, the three matrices, and who may look at whom (None: everyone at everyone)."""

    inputs: Float[Tensor, "n m"]
    to_query: Float[Tensor, "m d"]
    to_key: Float[Tensor, "m d"]
    to_value: Float[Tensor, "m v"]
    allowed: Bool[Tensor, "n n"] | None = None


@dataclass(frozen=True, eq=False)
class Worked:
    """An example with all that follows from it; `attention` has one sentence and one head."""

    example: Example
    query: Float[Tensor, "n d"]
    key: Float[Tensor, "n d"]
    value: Float[Tensor, "n v"]
    attention: AttentionTrace

    @property
    def dots(self) -> Float[Tensor, "n n"]:
        return self.attention.dots[0, 0]

    @property
    def scores(self) -> Float[Tensor, "n n"]:
        return self.attention.scores[0, 0]

    @property
    def weights(self) -> Float[Tensor, "n n"]:
        return self.attention.weights[0, 0]

    @property
    def output(self) -> Float[Tensor, "n v"]:
        return self.attention.output[0, 0]


@dataclass(frozen=True, eq=False)
class Step:
    """One step for one query word. given: what the step starts from, result: what it makes; [row, column], or [n] one a key."""

    name: str
    given: tuple[Tensor, ...]
    result: Tensor


def work(example: Example) -> Worked:
    """Everything that follows from an example. Raises: ValueError if the shapes do not fit."""
    _check(example)
    query = example.inputs @ example.to_query
    key = example.inputs @ example.to_key
    value = example.inputs @ example.to_value
    attention = attend(query[None, None], key[None, None], value[None, None], allowed=example.allowed)
    return Worked(example, query, key, value, attention)


def walk(worked: Worked, word: int) -> tuple[Step, ...]:
    """The way of one word from its vector to its output. Raises: ValueError if there is no such word."""
    n = len(worked.query)
    if not 0 <= word < n:
        raise ValueError(f"there is no word {word}: the example has {n}, counted from 0")
    example, query, weights = worked.example, worked.query[word][None], worked.weights[word]
    scaled = worked.dots[word] * worked.attention.scale
    powers = exponentials(worked.scores[word])
    total = powers.sum(-1, keepdim=True)
    weighted = weights[:, None] * worked.value
    return (
        Step("inputs", (), example.inputs),
        Step("query", (example.inputs[word][None], example.to_query), query),
        Step("key", (example.inputs, example.to_key), worked.key),
        Step("value", (example.inputs, example.to_value), worked.value),
        Step("dots", (query, worked.key), worked.dots[word]),
        Step("scale", (worked.dots[word],), scaled),
        Step("mask", (scaled,), worked.scores[word]),
        Step("exponentials", (worked.scores[word],), powers),
        Step("sum", (powers,), total),
        Step("weights", (powers, total), weights),
        Step("weighted", (weights, worked.value), weighted),
        Step("output", (weighted,), worked.output[word][None]),
    )


STEPS = (
    "inputs", "query", "key", "value", "dots", "scale", "mask", "exponentials", "sum", "weights", "weighted", "output",
)  # fmt: skip
"""The names of the steps, in the order of `walk`."""


def exponentials(scores: Float[Tensor, "*axes n"]) -> Float[Tensor, "*axes n"]:
    """exp(s - the row's largest s): the same quotients as exp(s), and never too large. A row of -inf gives zeros."""
    return torch.exp(scores - scores.amax(-1, keepdim=True).nan_to_num(neginf=0.0))


def changed_by(example: Example, word: int) -> Bool[Tensor, " n"]:
    """Which outputs change when one word's vector x becomes 1 - x: who has taken in whom."""
    inputs = example.inputs.clone()
    inputs[word] = 1 - inputs[word]
    return (work(example).output != work(replace(example, inputs=inputs)).output).any(-1)


def _check(example: Example) -> None:
    width = example.inputs.shape[1]
    for matrix in (example.to_query, example.to_key, example.to_value):
        if matrix.shape[0] != width:
            raise ValueError(f"vectors of width {width} cannot meet a matrix of {matrix.shape[0]} rows")
