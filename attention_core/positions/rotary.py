"""RoPE: order as a turn of queries and keys."""

import torch
from jaxtyping import Float
from torch import Tensor

from attention_core.positions.interface import Positions, angles


class Rotary(Positions):
    """Every pair of numbers in a query or key turns by an angle that grows with the place.

    q·k then depends on the distance alone. Pairs are neighbours (0, 1), (2, 3) …; the last number of an odd width does
    not turn. Source: Su et al., arXiv:2104.09864, eq. 15 and 34.
    """

    acts_on = "heads"
    between = "exact"
    beyond = "computed"

    def rotate(self, heads: Float[Tensor, "b h n d"], places: Float[Tensor, " n"]) -> Float[Tensor, "b h n d"]:
        paired = heads.shape[-1] // 2 * 2
        turns = angles(places, paired)
        cos, sin = turns.cos().to(heads.dtype), turns.sin().to(heads.dtype)
        first, second = heads[..., 0:paired:2], heads[..., 1:paired:2]
        turned = torch.stack([first * cos - second * sin, first * sin + second * cos], dim=-1).flatten(-2)
        return torch.cat([turned, heads[..., paired:]], dim=-1)

    def vectors(self, places: Float[Tensor, " n"]) -> Float[Tensor, "n d"]:
        """What a vector (1, 0, 1, 0, …) becomes at each place: the cosines and sines of the turn."""
        turns = angles(places, self.d_head // 2 * 2)
        return torch.stack([turns.cos(), turns.sin()], dim=-1).flatten(1)
