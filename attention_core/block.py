"""One layer of an encoder: first all words discuss (attention), then each one thinks (the FC layer)."""

from collections.abc import Sequence

from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention_core.edits import Edit
from attention_core.heads import HeadsTrace, MultiHeadAttention
from attention_core.positions import Positions


class FeedForward(nn.Sequential):
    """The FC layer, the same for every position: widen, GELU, narrow again."""

    def __init__(self, d_model: int, d_hidden: int, *, dropout: float = 0.0):
        super().__init__(nn.Linear(d_model, d_hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(d_hidden, d_model))


class EncoderBlock(nn.Module):
    """x + attention(norm(x)), then x + FC(norm(x)). `attention` may be any layer with `MultiHeadAttention`'s call and `trace`.

    Norms come first, which trains without warm-up troubles. Source: Xiong et al., arXiv:2002.04745.
    """

    def __init__(self, attention: MultiHeadAttention, d_model: int, d_hidden: int, *, dropout: float = 0.0):
        super().__init__()
        self.attention_norm = nn.LayerNorm(d_model)
        self.attention = attention
        self.feed_forward_norm = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden, dropout=dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self,
        x: Float[Tensor, "b n m"],
        *,
        allowed: Bool[Tensor, "#b #h n n"] | None = None,
        positions: Positions | None = None,
        edits: Sequence[Edit] = (),
    ) -> Float[Tensor, "b n m"]:
        return self._finish(x, self.attention(self.attention_norm(x), allowed=allowed, positions=positions, edits=edits))

    def trace(
        self,
        x: Float[Tensor, "b n m"],
        *,
        allowed: Bool[Tensor, "#b #h n n"] | None = None,
        positions: Positions | None = None,
        edits: Sequence[Edit] = (),
    ) -> tuple[Float[Tensor, "b n m"], HeadsTrace]:
        """The layer's output and every number of its heads."""
        heads = self.attention.trace(self.attention_norm(x), allowed=allowed, positions=positions, edits=edits)
        return self._finish(x, heads.output), heads

    def _finish(self, x: Tensor, attended: Tensor) -> Tensor:
        x = x + self.dropout(attended)
        return x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))
