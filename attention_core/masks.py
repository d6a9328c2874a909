"""Who may look at whom. A mask is boolean [n_q, n_k] (or broadcasts to [b, h, q, k]); True = query q may look at key k."""

import math
from collections.abc import Iterable
from typing import Literal

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

Align = Literal["top-left", "bottom-right"]
Convention = Literal["scaled_dot_product", "multi_head"]


def causal(n_q: int, n_k: int, *, align: Align = "top-left") -> Bool[Tensor, "q k"]:
    """No look at later keys.

    align: with n_q ≠ n_k, "top-left" lets query 0 see key 0 alone (torch's `is_causal`, the tutorial);
    "bottom-right" lets the last query see every key (new queries over a cache of old keys).
    """
    if align not in ("top-left", "bottom-right"):
        raise ValueError(f"align must be 'top-left' or 'bottom-right', not {align!r}")
    offset = 0 if align == "top-left" else n_k - n_q
    return _distance(n_q, n_k) <= offset


def window(n_q: int, n_k: int, *, size: int, ahead: bool = False) -> Bool[Tensor, "q k"]:
    """A sliding window: each query sees itself and the size - 1 keys before it; with `ahead`, as many after it too.

    Raises: ValueError if size < 1. Source: Longformer, arXiv:2004.05150, section 3.1.
    """
    if size < 1:
        raise ValueError(f"a window must hold at least 1 key, not {size}")
    distance = _distance(n_q, n_k)
    return (distance > -size) & (distance < size if ahead else distance <= 0)


def padding(
    lengths: Int[Tensor, " b"] | Iterable[int], n_k: int, *, side: Literal["right", "left"] = "right"
) -> Bool[Tensor, "b 1 1 k"]:
    """True at the real keys of each sentence of a padded batch. Raises: ValueError if a length exceeds n_k."""
    lengths = torch.as_tensor(lengths if isinstance(lengths, Tensor) else list(lengths))
    if (lengths > n_k).any():
        raise ValueError(f"a sentence of {int(lengths.max())} tokens does not fit into {n_k}")
    place = torch.arange(n_k, device=lengths.device)
    place = place if side == "right" else n_k - 1 - place
    return (place < lengths[:, None])[:, None, None, :]


def drawn(n_q: int, n_k: int, forbidden: Iterable[tuple[int, int]]) -> Bool[Tensor, "q k"]:
    """Everything allowed but the (query, key) cells named. Raises: ValueError for a cell outside the grid."""
    allowed = torch.ones(n_q, n_k, dtype=torch.bool)
    for q, k in forbidden:
        if not (0 <= q < n_q and 0 <= k < n_k):
            raise ValueError(f"cell ({q}, {k}) lies outside {n_q} queries × {n_k} keys")
        allowed[q, k] = False
    return allowed


def from_additive(mask: Float[Tensor, "*axes q k"]) -> Bool[Tensor, "*axes q k"]:
    """From 0 (look) and -inf, or the dtype's lowest number (do not look). Raises: ValueError for other values, a bias."""
    shut = (mask == -math.inf) | (mask == torch.finfo(mask.dtype).min)
    strange = mask[~shut & (mask != 0)]
    if strange.numel():
        raise ValueError(f"an additive mask holds 0 and -inf only, found {strange[0].item()}; pass it as bias")
    return ~shut


def to_additive(allowed: Bool[Tensor, "*axes q k"], dtype: torch.dtype = torch.float32) -> Float[Tensor, "*axes q k"]:
    """0 where allowed, -inf elsewhere."""
    return torch.zeros(allowed.shape, dtype=dtype, device=allowed.device).masked_fill(~allowed, -math.inf)


def from_torch(mask: Bool[Tensor, "*axes"], *, convention: Convention) -> Bool[Tensor, "*axes"]:
    """From torch's booleans, which it reads in two opposite ways.

    convention: "scaled_dot_product", where True takes part, as here; "multi_head" (`nn.MultiheadAttention`, its `attn_mask`
    and its `key_padding_mask`), where True is shut out.
    """
    if convention not in ("scaled_dot_product", "multi_head"):
        raise ValueError(f"convention must be 'scaled_dot_product' or 'multi_head', not {convention!r}")
    return mask if convention == "scaled_dot_product" else ~mask


to_torch = from_torch  # negation is its own inverse


def _distance(n_q: int, n_k: int) -> Int[Tensor, "q k"]:
    """Key position minus query position."""
    return torch.arange(n_k)[None, :] - torch.arange(n_q)[:, None]
