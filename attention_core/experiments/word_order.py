"""Does a model notice word order? Two sentences of the same words, and how far their outputs are apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from attention_core.edits import Edit
from attention_core.model import Model
from attention_core.tokens import Tokens


@dataclass(frozen=True)
class OrderProof:
    """Two orders of the same pieces, word by word.

    partner: for each token of the first sentence, the place of the same piece in the second (twins in order of appearance).
    outputs: the vectors of both, [2, n, m], the second's put in the first's order. differences: the largest difference of each
    pair of vectors; 0 all along means that order was not seen.
    """

    first: Tokens
    second: Tokens
    partner: tuple[int, ...]
    outputs: Float[Tensor, "2 n m"]
    differences: Float[Tensor, " n"]


def compare_orders(model: Model, first: Tokens, second: Tokens, *, edits: Sequence[Edit] = ()) -> OrderProof:
    """Run both and set the same pieces side by side. Raises: ValueError if they are not the same pieces in another order."""
    partner = match(first.ids, second.ids)
    ours, theirs = (model.run(tokens, edits=edits).output.cpu() for tokens in (first, second))
    outputs = torch.stack([ours, theirs[list(partner)]])
    return OrderProof(first, second, partner, outputs, (outputs[0] - outputs[1]).abs().amax(-1))


def match(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """For each id of the first, where it stands in the second. Raises: ValueError if one is not an order of the other."""
    if sorted(first) != sorted(second):
        raise ValueError(f"the two texts are not made of the same pieces: {len(first)} and {len(second)}")
    places: dict[int, list[int]] = {}
    for place, piece in reversed(list(enumerate(second))):
        places.setdefault(piece, []).append(place)
    return tuple(places[piece].pop() for piece in first)
