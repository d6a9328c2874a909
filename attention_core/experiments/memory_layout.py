"""What cutting, moving and copying do to the numbers in memory, measured on torch's own tensors."""

from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

Fate = Literal["moved nothing", "copied", "computed"]


def fate(before: Tensor, after: Tensor) -> Fate:
    """What a line did to the numbers it used: left them where they lie, copied the very same ones, or computed new ones."""
    if before.untyped_storage().data_ptr() == after.untyped_storage().data_ptr():
        return "moved nothing"
    return "copied" if torch.equal(before.unique(), after.unique()) else "computed"


@dataclass(frozen=True, eq=False)
class Sharing:
    """The same keys for every head, once as copies and once as a view that only pretends: [h, b, k, d] both."""

    repeated: Float[Tensor, "h b k d"]
    expanded: Float[Tensor, "h b k d"]

    @property
    def equal(self) -> bool:
        return torch.equal(self.repeated, self.expanded)


def share(rows: Float[Tensor, "b k d"], n_heads: int) -> Sharing:
    """Give every head the same rows in both ways."""
    return Sharing(rows.repeat(n_heads, 1, 1).view(n_heads, *rows.shape), rows.expand(n_heads, *rows.shape))


def stored_bytes(tensor: Tensor) -> int:
    """How much memory stands behind a tensor, whatever its shape says."""
    return tensor.untyped_storage().nbytes()


def cut_into_heads(rows: Float[Tensor, "b n hd"], n_heads: int, *, permute: bool = True) -> Float[Tensor, "hb n d"]:
    """The tutorial's three lines; without the permute, the shape is right and the numbers are in the wrong places."""
    b, n, width = rows.shape
    heads = rows.view(b, n, n_heads, width // n_heads)
    return (heads.permute(2, 0, 1, 3) if permute else heads).contiguous().view(n_heads * b, n, width // n_heads)
