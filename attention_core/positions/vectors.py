"""The two classics: vectors from a formula, and vectors from a table."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention_core.positions.interface import Added, angles, interpolate


class Sinusoidal(Added):
    """Sine and cosine of place · 10000^(-2i/m), side by side; of an odd width the last cosine is left out.

    Nothing to learn, any length. Source: arXiv:1706.03762, section 3.5.
    """

    between = "exact"
    beyond = "computed"

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        turns = angles(places, self.d_model)
        return torch.stack([turns.sin(), turns.cos()], dim=-1).flatten(1)[:, : self.d_model]


class Learned(Added):
    """A table of `max_length` vectors, one a place, learned like any weight (BERT, GPT-2)."""

    between = "interpolated"
    beyond = "held"

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512):
        super().__init__(d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
        self.table = nn.Parameter(torch.randn(max_length, d_model))

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        return interpolate(self.table, places)
