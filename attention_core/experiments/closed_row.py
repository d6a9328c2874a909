"""What becomes of a query that may look nowhere: every convention in use, computed on the same scores."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

from attention_core.attend import softmax_or_zero

LARGE = -1e9  # what many codes add in place of -inf


def closed_row(scores: Float[Tensor, " k"]) -> dict[str, Float[Tensor, " k"]]:
    """The weights of one query whose keys are all forbidden, by how it was forbidden. scores: before masking.

    "infinity": -inf, then torch's softmax: 0/0, not a number. "added": -1e9 added in 32 bits, where scores are too small to
    survive the addition: all keys alike. "added_double": the same in 64 bits, where they survive: as if nothing were forbidden.
    "lowest": the dtype's lowest number in place of every score: all keys alike. "zero": as in `attend`.
    "scaled_dot_product": torch's fused attention; a row of zeros.
    """
    shut = torch.full_like(scores, -torch.inf)
    single, double = scores.float(), scores.double()
    return {
        "infinity": torch.softmax(shut, dim=-1),
        "added": torch.softmax(single + LARGE, dim=-1),
        "added_double": torch.softmax(double + LARGE, dim=-1).to(scores.dtype),
        "lowest": torch.softmax(torch.full_like(single, torch.finfo(single.dtype).min), dim=-1),
        "scaled_dot_product": _fused(shut),
        "zero": softmax_or_zero(shut),
    }


def _fused(bias: Float[Tensor, " k"]) -> Float[Tensor, " k"]:
    """The weights inside torch's fused attention: with the identity as values, its output is its weights."""
    n_k = len(bias)
    nothing, values = torch.zeros(1, 1, 1), torch.eye(n_k)[None]
    return F.scaled_dot_product_attention(nothing, torch.zeros(1, n_k, 1), values, attn_mask=bias[None, None])[0, 0]
