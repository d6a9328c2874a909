"""One boolean grid, given to both of torch's attentions, which read it in opposite ways."""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional as F

from attention_core.heads import MultiHeadAttention


class Readings(NamedTuple):
    """The weights that each of torch's attentions computes: [q, k]. NaN where a row was left with nothing to look at."""

    scaled_dot_product: Float[Tensor, "q k"]
    multi_head: Float[Tensor, "q k"]


@torch.no_grad()
def both_readings(layer: MultiHeadAttention, inputs: Float[Tensor, "n m"], grid: Bool[Tensor, "n n"]) -> Readings:
    """Hand the same grid to `scaled_dot_product_attention` and to `nn.MultiheadAttention`, on one layer's own queries and keys.

    Raises: ValueError if the layer has more than one head, or is not as wide as its head.
    """
    width = inputs.shape[-1]
    if layer.n_heads != 1 or layer.d_head != width:
        raise ValueError(f"one head of width {width} is needed, not {layer.n_heads} of width {layer.d_head}")
    query, key = layer.to_query(inputs), layer.to_key(inputs)
    values = torch.eye(len(inputs))  # with the identity as values, the output is the weights
    fused = F.scaled_dot_product_attention(query[None], key[None], values[None], attn_mask=grid[None])[0]
    theirs = nn.utils.skip_init(nn.MultiheadAttention, width, 1, batch_first=True)
    theirs.in_proj_weight.copy_(torch.cat([layer.to_query.weight, layer.to_key.weight, layer.to_value.weight]))
    theirs.in_proj_bias.copy_(torch.cat([layer.to_query.bias, layer.to_key.bias, layer.to_value.bias]))
    _, weights = theirs(inputs[None], inputs[None], inputs[None], attn_mask=grid)
    return Readings(fused, weights[0])
