"""Interventions: values given to one run, never state on the model. `layer=None` means every layer."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from jaxtyping import Bool, Float
from torch import Tensor

if TYPE_CHECKING:
    from attention_core.positions import Positions


@dataclass(frozen=True)
class RemoveHead:
    """The head's output becomes 0 before W_O mixes the heads."""

    head: int
    layer: int | None = None


@dataclass(frozen=True)
class ChangeScale:
    """Dot products are multiplied by `scale` in place of 1/√d; infinity is temperature 0."""

    scale: float
    layer: int | None = None


@dataclass(frozen=True, eq=False)
class Forbid:
    """Cells shut out beside those that are already: `allowed` is True where looking stays allowed; broadcasts to [b, h, q, k]."""

    allowed: Bool[Tensor, "#b #h q k"]
    layer: int | None = None


@dataclass(frozen=True, eq=False)
class ReplacePositions:
    """Another positional encoding than the model's own, for the whole run."""

    positions: "Positions"
    layer: None = None


@dataclass(frozen=True, eq=False)
class ReplaceWeights:
    """A head's weights after softmax, given instead of computed: [q, k]."""

    weights: Float[Tensor, "q k"]
    head: int
    layer: int | None = None


Edit = RemoveHead | ChangeScale | Forbid | ReplacePositions | ReplaceWeights


def for_layer(edits: Iterable[Edit], layer: int) -> tuple[Edit, ...]:
    """The edits that touch this layer."""
    return tuple(edit for edit in edits if edit.layer is None or edit.layer == layer)


def scale_after(edits: Iterable[Edit], scale: float | None) -> float | None:
    """The last scale asked for, else the model's own."""
    return next((edit.scale for edit in reversed(tuple(edits)) if isinstance(edit, ChangeScale)), scale)


def positions_after(edits: Iterable[Edit], positions: "Positions") -> "Positions":
    """The last encoding asked for, else the model's own."""
    return next((edit.positions for edit in reversed(tuple(edits)) if isinstance(edit, ReplacePositions)), positions)


def allowed_after(edits: Iterable[Edit], allowed: Tensor | None, device: torch.device) -> Tensor | None:
    """What is allowed by the model and by every edit."""
    for edit in edits:
        if isinstance(edit, Forbid):
            more = edit.allowed.to(device)
            allowed = more if allowed is None else allowed & more
    return allowed


def weights_after(edits: Iterable[Edit], weights: Float[Tensor, "b h q k"]) -> Float[Tensor, "b h q k"]:
    """Raises: ValueError if the given weights are not [n_q, n_k]."""
    for edit in edits:
        if isinstance(edit, ReplaceWeights):
            if edit.weights.shape != weights.shape[-2:]:
                raise ValueError(f"weights to put in are {tuple(edit.weights.shape)}, the head's are {tuple(weights.shape[-2:])}")
            weights = weights.clone()
            weights[:, check_head(edit.head, weights.shape[1])] = edit.weights.to(weights)
    return weights


def outputs_after(edits: Iterable[Edit], head_outputs: Float[Tensor, "b h q v"]) -> Float[Tensor, "b h q v"]:
    """Head outputs with the removed heads at 0."""
    removed = [check_head(edit.head, head_outputs.shape[1]) for edit in edits if isinstance(edit, RemoveHead)]
    return head_outputs.index_fill(1, torch.tensor(removed, device=head_outputs.device), 0.0) if removed else head_outputs


def check_head(head: int, n_heads: int) -> int:
    """Raises: ValueError if there is no such head."""
    if not 0 <= head < n_heads:
        raise ValueError(f"there is no head {head}: the layer has {n_heads}, counted from 0")
    return head
