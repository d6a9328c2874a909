"""Where order enters. Attention alone has none: permuting its inputs only permutes its outputs.

An encoding may act at three places, and leaves the others untouched: on the inputs (`add`), on queries and keys
(`rotate`), and on the scores (`bias`). Places are real numbers, 0 for the first token; half places are allowed.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn


class Positions(nn.Module):
    """No positions at all, and the interface of every encoding.

    d_model: width of the inputs; d_head, n_heads: the heads it serves; max_length: the places a learned table holds.
    """

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

    def add(self, inputs: Float[Tensor, "b n m"], places: Float[Tensor, " n"]) -> Float[Tensor, "b n m"]:
        return inputs + self.vectors(places).to(inputs.dtype)


class Sinusoidal(Added):
    """Sine and cosine of place · 10000^(-2i/m), side by side; of an odd width the last cosine is left out.

    Nothing to learn, any length. Source: arXiv:1706.03762, section 3.5.
    """

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        angles = _angles(places, self.d_model)
        return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, : self.d_model]


class Learned(Added):
    """A table with a vector a place, learned like any weight (BERT, GPT-2).

    Half places are interpolated between their two neighbours. Places past the table take its last row: the encoding
    knows no more, and says so by `max_length`.
    """

    def __init__(self, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512):
        super().__init__(d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)
        self.table = nn.Parameter(torch.randn(max_length, d_model))

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n m"]:
        inside = places.clamp(0, self.max_length - 1)
        below = inside.floor().long()
        above = (below + 1).clamp_max(self.max_length - 1)
        return torch.lerp(self.table[below], self.table[above], (inside - below)[:, None])


class Rotary(Positions):
    """RoPE: every pair of numbers in a query or key turns by an angle that grows with the place.

    q·k then depends on the distance alone. Pairs are neighbours (0, 1), (2, 3) …; the last number of an odd width does
    not turn. Source: Su et al., arXiv:2104.09864, eq. 15 and 34.
    """

    def rotate(self, heads: Float[Tensor, "b h n d"], places: Float[Tensor, " n"]) -> Float[Tensor, "b h n d"]:
        paired = heads.shape[-1] // 2 * 2
        angles = _angles(places, paired)
        cos, sin = angles.cos().to(heads.dtype), angles.sin().to(heads.dtype)
        first, second = heads[..., 0:paired:2], heads[..., 1:paired:2]
        turned = torch.stack([first * cos - second * sin, first * sin + second * cos], dim=-1).flatten(-2)
        return torch.cat([turned, heads[..., paired:]], dim=-1)

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n d"]:
        """What a vector (1, 0, 1, 0, …) becomes at each place: the cosines and sines of the turn."""
        angles = _angles(places, self.d_head // 2 * 2)
        return torch.stack([angles.cos(), angles.sin()], dim=-1).flatten(1)


POSITIONS: dict[str, type[Positions]] = {
    "none": Positions,
    "sinusoidal": Sinusoidal,
    "learned": Learned,
    "rope": Rotary,
}


def make_positions(name: str, *, d_model: int, d_head: int, n_heads: int, max_length: int = 512) -> Positions:
    """An encoding by its name in POSITIONS. Raises: ValueError for a name that is not there."""
    if name not in POSITIONS:
        raise ValueError(f"no positional encoding is called {name!r}; there are {', '.join(POSITIONS)}")
    return POSITIONS[name](d_model=d_model, d_head=d_head, n_heads=n_heads, max_length=max_length)


def places_of(n: int, device: torch.device | None = None) -> Float[Tensor, " n"]:
    """0, 1, 2 … as the real numbers that encodings take."""
    return torch.arange(n, dtype=torch.float32, device=device)


def _angles(places: Float[Tensor, " n"], width: int) -> Float[Tensor, "n half"]:
    """place · 10000^(-2i/width) in radians, for i = 0 … ⌈width/2⌉ - 1."""
    steps = torch.arange(0, width, 2, dtype=torch.float32, device=places.device)
    return places[:, None] * 10000.0 ** (-steps / max(width, 1))
