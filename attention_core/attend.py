"""Attention itself: dot products -> scores -> softmax -> weighted sum of the values.

Axes, here and in the whole package: b batch, h query head, g key/value head, q query position, k key position,
d head width (v where the values' width differs), m model width.

`attend` keeps the weights and can give every number on the way; `attend_fused` gives the same output from torch's fused
kernel and keeps none.
When g < h (GQA, and MQA with g = 1), the h/g query heads that share a key head are folded into its query rows,
so that keys and values are never copied.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn import functional as F

LOW_PRECISION = (torch.float16, torch.bfloat16)


Match = Callable[[float], Tensor]
"""Gives every query's match with every key times a scale, [b, h, q, k], in a tensor of its own."""


@dataclass(frozen=True)
class AttentionTrace:
    """Every step of one attention. A cell that may not be looked at has score -inf and weight 0.

    `dots` and `scores` are computed when first asked for: kept from the start, they would take three times the memory and
    twice the time. allowed, bias, scale: what led from one to the other.
    """

    weights: Float[Tensor, "b h q k"]
    output: Float[Tensor, "b h q v"]
    allowed: Bool[Tensor, "#b #h q k"] | None
    bias: Float[Tensor, "#b #h q k"] | None
    scale: float
    match: Match = field(repr=False, compare=False)

    @cached_property
    def dots(self) -> Float[Tensor, "b h q k"]:
        return self.match(1.0)

    @cached_property
    def scores(self) -> Float[Tensor, "b h q k"]:
        return score(self.dots, allowed=self.allowed, bias=self.bias, scale=self.scale)


def attend(
    query: Float[Tensor, "b h q d"],
    key: Float[Tensor, "b g k d"],
    value: Float[Tensor, "b g k v"],
    *,
    allowed: Bool[Tensor, "#b #h q k"] | None = None,
    bias: Float[Tensor, "#b #h q k"] | None = None,
    scale: float | None = None,
) -> AttentionTrace:
    """Mix the values by how well each query matches each key.

    allowed: True where query q may look at key k; None allows every pair. A row with none allowed gives zeros.
    bias: added to the scaled dot products.
    scale: multiplies the dot products; None means 1/√d, infinity picks the best keys alone (temperature 0).
    Half-precision inputs are scored in float32; the output has the values' dtype.
    Raises: ValueError if the shapes do not fit. Source: arXiv:1706.03762, eq. 1; shared heads: arXiv:2305.13245.
    """
    check_shapes(query, key, value)
    match = partial(dot_products, query, key)
    return mix(match, value, allowed=allowed, bias=bias, scale=scale_or_default(query, scale))


def attend_fused(
    query: Float[Tensor, "b h q d"],
    key: Float[Tensor, "b g k d"],
    value: Float[Tensor, "b g k v"],
    *,
    allowed: Bool[Tensor, "#b #h q k"] | None = None,
    bias: Float[Tensor, "#b #h q k"] | None = None,
    scale: float | None = None,
) -> Float[Tensor, "b h q v"]:
    """The output of `attend`, same arguments, without ever holding the n_q × n_k weights of all heads at once."""
    check_shapes(query, key, value)
    if scale is not None and math.isinf(scale):
        return attend(query, key, value, allowed=allowed, bias=bias, scale=scale).output
    n_heads, n_kv_heads = query.shape[1], key.shape[1]
    if bias is None and n_heads == n_kv_heads and _is_causal(allowed, query.shape[2], key.shape[2]):
        return F.scaled_dot_product_attention(query, key, value, is_causal=True, scale=scale)
    mask = _one_mask(allowed, bias)
    if mask is not None and n_heads != n_kv_heads:
        mask = fold(mask.expand(mask.shape[0], n_heads, query.shape[2], mask.shape[3]), n_kv_heads)
    folded = F.scaled_dot_product_attention(fold(query, n_kv_heads), key, value, attn_mask=mask, scale=scale)
    return unfold(folded, n_heads)


def dot_products(query: Float[Tensor, "b h q d"], key: Float[Tensor, "b g k d"], scale: float = 1.0) -> Float[Tensor, "b h q k"]:
    """q·k × scale for every pair of positions, in float32 at least."""
    if query.dtype in LOW_PRECISION:
        query, key = query.float(), key.float()
    return unfold(fold(query * scale, key.shape[1]) @ key.transpose(-2, -1), query.shape[1])


def mix(
    match: Match,
    value: Float[Tensor, "b g k v"],
    *,
    allowed: Bool[Tensor, "#b #h q k"] | None = None,
    bias: Float[Tensor, "#b #h q k"] | None = None,
    scale: float = 1.0,
) -> AttentionTrace:
    """From raw match to output: the half of attention that dot-product and additive scoring have in common."""
    weights = weigh(match, allowed=allowed, bias=bias, scale=scale)
    return AttentionTrace(weights, weighted_sum(weights, value), allowed, bias, scale, match)


def weigh(
    match: Match,
    *,
    allowed: Bool[Tensor, "#b #h q k"] | None = None,
    bias: Float[Tensor, "#b #h q k"] | None = None,
    scale: float = 1.0,
) -> Float[Tensor, "b h q k"]:
    """From raw match to weights in one grid: scores are written over the matches, and weights over the scores."""
    if math.isinf(scale):
        scores = score(match(1.0), allowed=allowed, bias=bias, scale=scale)
    else:
        scores = _restrict(match(scale), allowed, bias)
    spare = None if scores.requires_grad else scores  # softmax may write over its input, as it does inside torch's own attention
    return softmax(scores, out=spare) if allowed is None and bias is None else softmax_or_zero(scores, out=spare)


def score(
    dots: Float[Tensor, "b h q k"],
    *,
    allowed: Bool[Tensor, "#b #h q k"] | None = None,
    bias: Float[Tensor, "#b #h q k"] | None = None,
    scale: float = 1.0,
) -> Float[Tensor, "b h q k"]:
    """dots × scale + bias, and -inf where not allowed. An infinite scale gives 0 to the best keys and -inf to the rest."""
    if math.isinf(scale):
        return _best_only(score(dots, allowed=allowed, bias=bias))
    return _restrict(dots * scale, allowed, bias)


def softmax(scores: Float[Tensor, "*axes k"], *, out: Tensor | None = None) -> Float[Tensor, "*axes k"]:
    """exp(s) over the sum of exp(s) along the keys; each row adds to 1."""
    return torch.softmax(scores, dim=-1, out=out)


def softmax_or_zero(scores: Float[Tensor, "*axes k"], *, out: Tensor | None = None) -> Float[Tensor, "*axes k"]:
    """Softmax in which a row of -inf (nowhere to look) is a row of zeros, with zero gradients, where torch gives NaN."""
    nowhere = scores.amax(dim=-1, keepdim=True) == -math.inf
    if not nowhere.any():
        return softmax(scores, out=out)
    return softmax(scores.masked_fill(nowhere, 0.0), out=out).masked_fill(nowhere, 0.0)


def weighted_sum(weights: Float[Tensor, "b h q k"], value: Float[Tensor, "b g k v"]) -> Float[Tensor, "b h q v"]:
    """Σ weights · values, in the weights' precision, returned in the values'."""
    mixed = fold(weights, value.shape[1]) @ value.to(weights.dtype)
    return unfold(mixed, weights.shape[1]).to(value.dtype)


def fold(heads: Float[Tensor, "b h q *"], n_kv_heads: int) -> Float[Tensor, "b g rows *"]:
    """The h/g query heads that share a key head become its rows: [b, h, q, …] -> [b, g, (h/g)·q, …]."""
    b, n_heads, n_q, width = heads.shape
    return heads.reshape(b, n_kv_heads, n_heads // n_kv_heads * n_q, width)


def unfold(folded: Float[Tensor, "b g rows *"], n_heads: int) -> Float[Tensor, "b h q *"]:
    """The way back from `fold`."""
    b, n_kv_heads, rows, width = folded.shape
    return folded.reshape(b, n_heads, rows * n_kv_heads // n_heads, width)


def scale_or_default(query: Float[Tensor, "b h q d"], scale: float | None) -> float:
    """The scale asked for; 1/√d if None."""
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


def scale_for(temperature: float) -> float:
    """The scale 1/τ for a temperature τ; 0 gives infinity. Raises: ValueError for a negative τ or one that is no number."""
    if not temperature >= 0:
        raise ValueError(f"temperature must be 0 or more, not {temperature}")
    return math.inf if temperature == 0 else 1 / temperature


def check_shapes(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Raises: ValueError naming the two sizes that do not fit."""
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(f"query and key must have one width: {query.shape[-1]} and {key.shape[-1]}")
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"every key needs its value: {key.shape[-2]} keys, {value.shape[-2]} values")
    if key.shape[1] != value.shape[1]:
        raise ValueError(f"keys and values must have as many heads: {key.shape[1]} and {value.shape[1]}")
    if query.shape[1] % key.shape[1]:
        raise ValueError(f"{query.shape[1]} query heads cannot share {key.shape[1]} key heads evenly")


def _restrict(scores: Tensor, allowed: Tensor | None, bias: Tensor | None) -> Tensor:
    """The same scores, with the bias added and -inf where not allowed, in place."""
    if bias is not None:
        scores += bias
    if allowed is not None:
        scores.masked_fill_(~allowed, -math.inf)
    return scores


def _best_only(scores: Tensor) -> Tensor:
    best = scores.amax(dim=-1, keepdim=True)
    tied = (scores == best) & (best > -math.inf)
    return torch.zeros_like(scores).masked_fill(~tied, -math.inf)


def _is_causal(allowed: Tensor | None, n_q: int, n_k: int) -> bool:
    """Whether this is the plain causal mask: told so in a word, torch's kernel leaves out the forbidden half of the work.

    A row or column that stands for all of them may look like a piece of that mask, and is none.
    """
    if allowed is None or allowed.shape != (1, 1, n_q, n_k):
        return False
    lower = torch.ones_like(allowed[0, 0]).tril()
    return bool((allowed[0, 0] == lower).all())  # on booleans twice as fast as torch.equal


def _one_mask(allowed: Tensor | None, bias: Tensor | None) -> Tensor | None:
    if bias is None or allowed is None:
        return allowed if bias is None else bias
    return bias.masked_fill(~allowed, -math.inf)
