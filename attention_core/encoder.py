"""An encoder: equal blocks, one after another, over the pieces of a text."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from attention_core.block import EncoderBlock
from attention_core.edits import Edit, for_layer, positions_after
from attention_core.heads import HeadsTrace, MultiHeadAttention
from attention_core.positions import Positions, make_positions, places_of


@dataclass(frozen=True)
class EncoderConfig:
    """The sizes of an encoder. n_kv_heads, d_head, d_hidden: None means n_heads, d_model / n_heads, 4 · d_model."""

    n_pieces: int
    n_layers: int = 4
    d_model: int = 256
    n_heads: int = 8
    n_kv_heads: int | None = None
    d_head: int | None = None
    d_hidden: int | None = None
    positions: str = "rope"
    max_length: int = 512
    dropout: float = 0.0


class Encoder(nn.Module):
    """Pieces -> vectors -> blocks -> vectors, and from those a guess for every place (the embeddings serve both ends)."""

    def __init__(self, config: EncoderConfig):
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.n_pieces, config.d_model)
        nn.init.normal_(self.embed.weight, std=config.d_model**-0.5)
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(_block(config) for _ in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model)
        self.guess_bias = nn.Parameter(torch.zeros(config.n_pieces))
        attention = self.blocks[0].attention
        self.positions = make_positions(
            config.positions,
            d_model=config.d_model,
            d_head=attention.d_head,
            n_heads=config.n_heads,
            max_length=config.max_length,
        )

    def forward(
        self,
        ids: Int[Tensor, "b n"],
        *,
        allowed: Bool[Tensor, "#b #h n n"] | None = None,
        edits: Sequence[Edit] = (),
        traced: Collection[int] = (),
    ) -> tuple[Float[Tensor, "b n m"], dict[int, HeadsTrace]]:
        """The last layer's vectors (after the final norm), and the traces of the layers asked for."""
        traces = {}
        positions = positions_after(edits, self.positions)
        x = self.inputs(ids, positions)
        for layer, block in enumerate(self.blocks):
            settings = {"allowed": allowed, "positions": positions, "edits": for_layer(edits, layer)}
            if layer in traced:
                x, traces[layer] = block.trace(x, **settings)
            else:
                x = block(x, **settings)
        return self.norm(x), traces

    def inputs(self, ids: Int[Tensor, "b n"], positions: Positions) -> Float[Tensor, "b n m"]:
        """Embeddings of variance 1, with their places added where the encoding adds any."""
        embedded = self.embed(ids) * math.sqrt(self.config.d_model)
        return self.dropout(positions.add(embedded, places_of(ids.shape[1], ids.device)))

    def guess(self, hidden: Float[Tensor, "*axes m"]) -> Float[Tensor, "*axes pieces"]:
        """How strongly each piece of the vocabulary is expected at each place (logits)."""
        return hidden @ self.embed.weight.T + self.guess_bias


def _block(config: EncoderConfig) -> EncoderBlock:
    attention = MultiHeadAttention(config.d_model, config.n_heads, config.n_kv_heads, d_head=config.d_head)
    d_hidden = 4 * config.d_model if config.d_hidden is None else config.d_hidden
    return EncoderBlock(attention, config.d_model, d_hidden, dropout=config.dropout)
