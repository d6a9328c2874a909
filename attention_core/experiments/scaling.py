"""Why the scores are divided by √d: how far dot products spread, and what a temperature does to one row."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from attention_core.attend import scale_for, score, softmax_or_zero
from attention_core.measures import entropy, softmax_gradient


def dot_product_samples(widths: Sequence[int], *, n_samples: int = 2000, seed: int = 0) -> Float[Tensor, "w s"]:
    """q·k of vectors whose numbers are drawn from N(0, 1), for each width d. Their standard deviation is √d.

    Source: arXiv:1706.03762, footnote 4.
    """
    draw = torch.Generator().manual_seed(seed)
    pairs = (torch.randn(2, n_samples, width, generator=draw) for width in widths)
    return torch.stack([(query * key).sum(-1) for query, key in pairs])


@dataclass(frozen=True)
class TemperatureSweep:
    """One row of dot products under many temperatures: weights [τ, key], and per τ the row's measures.

    entropy: bits; largest: weight; gradient: Frobenius norm of softmax's Jacobian.
    """

    temperatures: Float[Tensor, " t"]
    weights: Float[Tensor, "t k"]
    entropy: Float[Tensor, " t"]
    largest: Float[Tensor, " t"]
    gradient: Float[Tensor, " t"]


def sweep(dots: Float[Tensor, " k"], temperatures: Float[Tensor, " t"]) -> TemperatureSweep:
    """softmax(q·k / τ) for each τ; forbidden keys are -inf in `dots` and keep weight 0."""
    scores = torch.stack([score(dots, scale=scale_for(float(temperature))) for temperature in temperatures])
    weights = softmax_or_zero(scores)
    return TemperatureSweep(temperatures, weights, entropy(weights), weights.amax(-1), softmax_gradient(weights))


def closest_temperature(dots: Float[Tensor, " k"], weights: Float[Tensor, " k"]) -> float:
    """The τ from 0.1 to 1000 at which softmax(dots / τ) comes closest to the given weights, by squared difference."""
    temperatures = torch.logspace(-1, 3, 4001)
    miss = (torch.softmax(dots / temperatures[:, None], dim=-1) - weights).square().sum(-1)
    return float(temperatures[miss.argmin()])
