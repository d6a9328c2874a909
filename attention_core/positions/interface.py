"""What every positional encoding can be asked. Places are real numbers, 0 for the first token."""

from typing import ClassVar, Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn


class Positions(nn.Module):
    """No positions at all, and the interface of every encoding.

    d_model: width of the inputs; d_head, n_heads: the heads it serves; max_length: the places a learned table holds.

    Each class states three properties of its own:
    acts_on: where order enters.
    between: what it knows of a half place: an "exact" value, or one "interpolated" between the two neighbours.
    beyond: what it does past the lengths it was made or trained for. "computed": the same formula holds at every length;
    "continued": it runs on, untrained there; "held": all further places (or distances) look like the last one it knows.
    """

    acts_on: ClassVar[Literal["nothing", "inputs", "heads", "scores"]] = "nothing"
    between: ClassVar[Literal["nothing", "exact", "interpolated"]] = "nothing"
    beyond: ClassVar[Literal["nothing", "computed", "continued", "held"]] = "nothing"

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512):
        super().__init__()
        self.d_model, self.d_head, self.n_heads, self.max_length = d_model, d_head, n_heads, max_length

    def add(self, inputs: Float[Tensor, "b n m"], places: Float[Tensor, " n"]) -> Float[Tensor, "b n m"]:
        """Inputs that carry their places."""
        return inputs

    def rotate(self, heads: Float[Tensor, "b h n d"], places: Float[Tensor, " n"]) -> Float[Tensor, "b h n d"]:
        """Queries or keys that carry their places."""
        return heads

    def bias(self, query_places: Float[Tensor, " q"], key_places: Float[Tensor, " k"]) -> Float[Tensor, "h q k"] | None:
        """What is added to the scores, one grid a head; None for nothing."""
        return None

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n w"] | None:
        """The encoding itself, one row a place; None if it has no vectors."""
        return None

    def similarity(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n n"]:
        """How alike two places look, 1 for the same: the cosine of their vectors; 1 everywhere if there are none."""
        vectors = self.vectors(places)
        if vectors is None:
            return torch.ones(len(places), len(places), device=places.device)
        unit = nn.functional.normalize(vectors, dim=-1)
        return unit @ unit.T


class Added(Positions):
    """Encodings that are vectors, added to the inputs."""

    acts_on = "inputs"

    def add(self, inputs: Float[Tensor, "b n m"], places: Float[Tensor, " n"]) -> Float[Tensor, "b n m"]:
        return inputs + self.vectors(places).to(inputs.dtype)


def places_of(n: int, device: torch.device | None = None) -> Float[Tensor, " n"]:
    """0, 1, 2 … as the real numbers that encodings take."""
    return torch.arange(n, dtype=torch.float32, device=device)


def interpolate(table: Float[Tensor, "rows w"], places: Float[Tensor, "*axes"]) -> Float[Tensor, "*axes w"]:
    """Rows of a table at real places: halfway between two rows lies their mean; before the first and past the last, that row."""
    inside = places.clamp(0, len(table) - 1)
    below = inside.floor().long()
    above = (below + 1).clamp_max(len(table) - 1)
    return torch.lerp(table[below], table[above], (inside - below)[..., None])


def angles(places: Float[Tensor, " n"], width: int) -> Float[Tensor, "n half"]:
    """place · 10000^(-2i/width) in radians, for i = 0 … ⌈width/2⌉ - 1. Source: arXiv:1706.03762, section 3.5."""
    steps = torch.arange(0, width, 2, dtype=torch.float32, device=places.device)
    return places[:, None] * 10000.0 ** (-steps / max(width, 1))
