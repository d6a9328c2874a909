"""What a head does, in numbers. Weights are [..., q, k] with rows that add to 1; a row of zeros counts as 0 everywhere."""

from collections.abc import Collection

import torch
from jaxtyping import Float, Int
from torch import Tensor


def entropy(weights: Float[Tensor, "*axes k"]) -> Float[Tensor, "*axes"]:
    """How spread each row is, in bits: 0 for one key alone, log₂ n for n keys alike."""
    return torch.special.entr(weights).sum(-1) / torch.log(torch.tensor(2.0, dtype=weights.dtype, device=weights.device))


def mean_distance(weights: Float[Tensor, "*axes q k"]) -> Float[Tensor, "*axes"]:
    """How far away a head looks on average, in positions: Σ weight · |k - q| over the rows, by the number of rows."""
    n_q, n_k = weights.shape[-2:]
    distance = (torch.arange(n_k, device=weights.device) - torch.arange(n_q, device=weights.device)[:, None]).abs()
    return (weights * distance).sum(-1).mean(-1)


def share_at(weights: Float[Tensor, "*axes q k"], offset: int) -> Float[Tensor, "*axes"]:
    """Mean weight on the key `offset` places after the query (-1 previous, 0 itself, 1 next), over the queries that have one."""
    diagonal = weights.diagonal(offset, dim1=-2, dim2=-1)
    return diagonal.mean(-1) if diagonal.shape[-1] else weights.new_zeros(weights.shape[:-2])


def share_on(weights: Float[Tensor, "*axes q k"], key: int) -> Float[Tensor, "*axes"]:
    """Mean weight that all queries give to one key, such as [CLS] at 0."""
    return weights[..., key].mean(-1)


def head_similarity(weights: Float[Tensor, "h q k"]) -> Float[Tensor, "h h"]:
    """1 - the mean Jensen-Shannon divergence (in bits) of two heads' rows: 1 for equal rows, 0 for rows with no common key."""
    middle = (weights[:, None] + weights[None, :]) / 2
    own = entropy(weights)
    divergence = entropy(middle) - (own[:, None] + own[None, :]) / 2
    return 1 - divergence.mean(-1).clamp(0, 1)


def softmax_gradient(weights: Float[Tensor, "*axes k"]) -> Float[Tensor, "*axes"]:
    """How much a row can still learn: the Frobenius norm of softmax's Jacobian, diag(w) - w wᵀ. 0 when one key has it all."""
    squares = weights.square()
    total = squares.sum(-1)
    return (total - 2 * (squares * weights).sum(-1) + total.square()).clamp_min(0).sqrt()


def looks_at(weights: Float[Tensor, "h q k"], *, nothing: Collection[int] = ()) -> Int[Tensor, "h q"]:
    """The key that each query weighs most; -1 where that is the query itself, one of the `nothing` keys, or no key at all."""
    largest, chosen = weights.max(-1)
    itself = chosen == torch.arange(weights.shape[-2], device=weights.device)
    idle = torch.isin(chosen, torch.tensor(list(nothing), dtype=chosen.dtype, device=weights.device))
    return chosen.masked_fill(itself | idle | (largest <= 0), -1)


def strongest_link(weights: Float[Tensor, "q k"]) -> tuple[int, int] | None:
    """The (query, key) cell with the largest weight between two different places; None if there is no such weight."""
    between = weights.clone()
    between.fill_diagonal_(0)
    if not between.numel() or between.max() <= 0:
        return None
    return divmod(int(between.argmax()), weights.shape[-1])
