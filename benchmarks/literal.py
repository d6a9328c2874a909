"""The peers that the tutorial's section 4 describes: attention as one first writes it, step by step, every tensor made whole."""

import math

import torch
from torch import Tensor, nn


class LiteralMHA(nn.Module):
    """Every head has its query, key and value; heads are laid head-major into the batch; returns (attention, output)."""

    def __init__(self, n_heads: int, d_model: int, d_head: int):
        super().__init__()
        self.n_heads, self.d_head = n_heads, d_head
        self.fc_q = nn.Linear(d_model, n_heads * d_head)
        self.fc_k = nn.Linear(d_model, n_heads * d_head)
        self.fc_v = nn.Linear(d_model, n_heads * d_head)
        self.fc_o = nn.Linear(n_heads * d_head, d_model)

    def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """mask: [b, n_q, n_k], 0 or -inf."""
        batch, n_q, _ = q.shape
        queries, keys, values = self.lay(self.fc_q(q)), self.keys_of(k), self.values_of(v)
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(self.d_head)
        scores = scores + mask.repeat(self.n_heads, 1, 1)
        attention = torch.softmax(scores, dim=2)
        mixed = torch.bmm(attention, values).view(self.n_heads, batch, n_q, self.d_head)
        mixed = mixed.permute(1, 2, 0, 3).contiguous().view(batch, n_q, self.n_heads * self.d_head)
        return attention, self.fc_o(mixed)

    def keys_of(self, k: Tensor) -> Tensor:
        return self.lay(self.fc_k(k))

    def values_of(self, v: Tensor) -> Tensor:
        return self.lay(self.fc_v(v))

    def lay(self, projected: Tensor) -> Tensor:
        """[b, n, h·d] -> [h·b, n, d]."""
        batch, n, width = projected.shape
        heads = projected.view(batch, n, width // self.d_head, self.d_head).permute(2, 0, 1, 3).contiguous()
        return heads.view(-1, n, self.d_head)


class LiteralMQA(LiteralMHA):
    """One key and one value, copied for every head."""

    def __init__(self, n_heads: int, d_model: int, d_head: int):
        super().__init__(n_heads, d_model, d_head)
        self.fc_k = nn.Linear(d_model, d_head)
        self.fc_v = nn.Linear(d_model, d_head)

    def keys_of(self, k: Tensor) -> Tensor:
        return self.lay(self.fc_k(k)).repeat(self.n_heads, 1, 1)

    def values_of(self, v: Tensor) -> Tensor:
        return self.lay(self.fc_v(v)).repeat(self.n_heads, 1, 1)
