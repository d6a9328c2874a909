"""Additive scoring: a small network, instead of a dot product, says how well a query matches a key."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention_core.attend import AttentionTrace, mix


class AdditiveScore(nn.Module):
    """vᵀ tanh(W₁ q + W₂ k): query and key may differ in width, and no √d is needed.

    Source: Bahdanau, Cho and Bengio, arXiv:1409.0473, appendix A.1.2.
    """

    def __init__(self, d_query: int, d_key: int, d_hidden: int):
        super().__init__()
        self.from_query = nn.Linear(d_query, d_hidden, bias=False)
        self.from_key = nn.Linear(d_key, d_hidden, bias=False)
        self.judge = nn.Linear(d_hidden, 1, bias=False)

    def forward(self, query: Float[Tensor, "b h q dq"], key: Float[Tensor, "b h k dk"]) -> Float[Tensor, "b h q k"]:
        """The raw match of every pair; holds b·h·q·k·hidden numbers on the way."""
        pairs = self.from_query(query).unsqueeze(-2) + self.from_key(key).unsqueeze(-3)  # [b, h, q, k, hidden]
        return self.judge(torch.tanh(pairs)).squeeze(-1)

    def attend(
        self,
        query: Float[Tensor, "b h q dq"],
        key: Float[Tensor, "b h k dk"],
        value: Float[Tensor, "b h k v"],
        *,
        allowed: Bool[Tensor, "#b #h q k"] | None = None,
        bias: Float[Tensor, "#b #h q k"] | None = None,
        scale: float = 1.0,
    ) -> AttentionTrace:
        """The same trace as `attention_core.attend`; its `dots` hold the additive match."""
        return mix(lambda scale: self(query, key) * scale, value, allowed=allowed, bias=bias, scale=scale)
