"""Order as a number added to the scores, which knows the distance between two places and nothing else."""

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from attention_core.positions.interface import Positions, interpolate


class Biased(Positions):
    """Encodings that are added to the scores."""

    acts_on = "scores"

    def similarity(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n n"]:
        """How much of its weight a key keeps by standing elsewhere than at the query's own place, mean of the heads.

        That is exp(bias there - bias at distance 0), before the row is scaled to add to 1. It need not be symmetric, and
        a learned bias may prefer another place to its own, with more than 1.
        """
        here = self.bias(places[:1], places[:1])
        return (self.bias(places, places) - here).exp().mean(dim=0)


class Alibi(Biased):
    """A head's score falls by its slope for every place of distance; nothing to learn.

    The paper's heads look back alone. An encoder looks both ways: here the distance is |query - key|, the same on both
    sides. Source: Press et al., arXiv:2108.12409, section 3.
    """

    between = "exact"
    beyond = "computed"

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512):
        super().__init__(d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
        self.register_buffer("slopes", alibi_slopes(n_heads), persistent=False)

    def bias(self, query_places: Float[Tensor, " q"], key_places: Float[Tensor, " k"]) -> Float[Tensor, "h q k"]:
        return -self.slopes[:, None, None] * (query_places[:, None] - key_places).abs()


class RelativeBias(Biased):
    """T5's bias: a learned number a head for every distance up to 7, then for wider and wider ranges of distances.

    Keys before and after the query have numbers of their own. Half distances lie between those of their neighbours; all from
    MAX_DISTANCE on share one number. Source: Raffel et al., arXiv:1910.10683, section 2.1.
    """

    between = "interpolated"
    beyond = "held"
    N_BUCKETS = 32
    MAX_DISTANCE = 128

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512):
        super().__init__(d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
        self.table = nn.Parameter(torch.randn(self.N_BUCKETS, n_heads) * d_model**-0.5)  # small, as T5 starts

    def bias(self, query_places: Float[Tensor, " q"], key_places: Float[Tensor, " k"]) -> Float[Tensor, "h q k"]:
        distances = torch.arange(-self.MAX_DISTANCE, self.MAX_DISTANCE + 1, device=self.table.device)
        by_distance = self.table[buckets(distances, n_buckets=self.N_BUCKETS, max_distance=self.MAX_DISTANCE)]
        away = key_places - query_places[:, None]
        return interpolate(by_distance, away + self.MAX_DISTANCE).permute(2, 0, 1)


def alibi_slopes(n_heads: int) -> Float[Tensor, " h"]:
    """2^(-8/h), 2^(-16/h) … 2^-8 for h a power of two; else those of the next lower power, then every other one of twice it.

    Source: the authors' code, github.com/ofirpress/attention_with_linear_biases, fairseq/models/transformer.py at 3b7c2ec.
    """
    power = 2 ** int(math.log2(n_heads))
    slopes = 2.0 ** (-8 / power * torch.arange(1, power + 1))
    between = 2.0 ** (-4 / power * torch.arange(1, 2 * power, 2))
    return torch.cat([slopes, between[: n_heads - power]])


def buckets(distances: Int[Tensor, "*axes"], *, n_buckets: int, max_distance: int) -> Int[Tensor, "*axes"]:
    """The row of T5's table for key place - query place: half the rows for keys at or before the query, half for those after.

    Of each half, the first half holds one distance a row, the rest ranges that grow by equal ratios up to `max_distance`.
    """
    n_rows = n_buckets // 2
    n_single = n_rows // 2
    size = distances.abs()
    ratio = (size.clamp_min(n_single).float() / n_single).log() / math.log(max_distance / n_single)
    ranged = (n_single + (ratio * (n_rows - n_single)).long()).clamp_max(n_rows - 1)
    return torch.where(size < n_single, size, ranged) + n_rows * (distances > 0)
