"""The tutorial's two layers spelled out, one operation a line: the listing that /code walks through and hands out.

`attention_core.heads` has the same layers as doors to `attend`; here no step hides in a function, and torch is all it needs.
The comment behind a line names the axes of its result: b sentence, q query position, k key position, h head, d and v the width of
a head's keys and values, o the width of the output; axes in brackets are laid side by side as one, the first changing slowest.
"""

import torch
from torch import Tensor, nn


class MHA(nn.Module):
    """Multi-head attention: a query, a key and a value of its own for every head."""

    def __init__(self, num_head: int, dimension_k: int, dimension_v: int, d_k: int, d_v: int, d_o: int):
        super().__init__()
        self.num_head, self.d_k, self.d_v = num_head, d_k, d_v
        self.fc_q = nn.Linear(dimension_k, num_head * d_k)
        self.fc_k = nn.Linear(dimension_k, num_head * d_k)
        self.fc_v = nn.Linear(dimension_v, num_head * d_v)
        self.fc_o = nn.Linear(num_head * d_v, d_o)

    def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        batch, n_q, n_k = q.shape[0], q.shape[1], k.shape[1]
        num_head, d_k, d_v = self.num_head, self.d_k, self.d_v

        # What every position asks, how it is labelled, what it holds: for all heads in one row.
        q = self.fc_q(q)  # b q (h d)
        k = self.fc_k(k)  # b k (h d)
        v = self.fc_v(v)  # b k (h v)

        # Cut the row into heads, bring the heads to the front, and make heads and sentences one long batch.
        q = q.view(batch, n_q, num_head, d_k)  # b q h d
        q = q.permute(2, 0, 1, 3)  # h b q d
        q = q.contiguous().view(num_head * batch, n_q, d_k)  # (h b) q d
        k = k.view(batch, n_k, num_head, d_k)  # b k h d
        k = k.permute(2, 0, 1, 3)  # h b k d
        k = k.contiguous().view(num_head * batch, n_k, d_k)  # (h b) k d
        v = v.view(batch, n_k, num_head, d_v)  # b k h v
        v = v.permute(2, 0, 1, 3)  # h b k v
        v = v.contiguous().view(num_head * batch, n_k, d_v)  # (h b) k v

        # Every query meets every key of its own head and sentence; what may not be seen gets -inf, and softmax makes it 0.
        scores = q @ k.transpose(1, 2)  # (h b) q k
        scores = scores / d_k**0.5  # (h b) q k
        mask = mask.repeat(num_head, 1, 1)  # (h b) q k
        scores = scores + mask  # (h b) q k
        attention = torch.softmax(scores, dim=-1)  # (h b) q k

        # Mix the values, lay the heads side by side again, and let the last layer mix them.
        output = attention @ v  # (h b) q v
        output = output.view(num_head, batch, n_q, d_v)  # h b q v
        output = output.permute(1, 2, 0, 3)  # b q h v
        output = output.contiguous().view(batch, n_q, num_head * d_v)  # b q (h v)
        output = self.fc_o(output)  # b q o
        return attention, output


class MQA(nn.Module):
    """Multi-query attention: a query for every head, one key and one value for all."""

    def __init__(self, num_head: int, dimension_k: int, dimension_v: int, d_k: int, d_v: int, d_o: int):
        super().__init__()
        self.num_head, self.d_k, self.d_v = num_head, d_k, d_v
        self.fc_q = nn.Linear(dimension_k, num_head * d_k)
        self.fc_k = nn.Linear(dimension_k, d_k)
        self.fc_v = nn.Linear(dimension_v, d_v)
        self.fc_o = nn.Linear(num_head * d_v, d_o)

    def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        batch, n_q = q.shape[0], q.shape[1]
        num_head, d_k, d_v = self.num_head, self.d_k, self.d_v

        # What every position asks, for all heads in one row; how it is labelled and what it holds, only once.
        q = self.fc_q(q)  # b q (h d)
        k = self.fc_k(k)  # b k d
        v = self.fc_v(v)  # b k v

        # Cut the queries into heads, bring the heads to the front, and copy key and value for every head.
        q = q.view(batch, n_q, num_head, d_k)  # b q h d
        q = q.permute(2, 0, 1, 3)  # h b q d
        q = q.contiguous().view(num_head * batch, n_q, d_k)  # (h b) q d
        k = k.repeat(num_head, 1, 1)  # (h b) k d
        v = v.repeat(num_head, 1, 1)  # (h b) k v

        # Every query meets every key of its own head and sentence; what may not be seen gets -inf, and softmax makes it 0.
        scores = q @ k.transpose(1, 2)  # (h b) q k
        scores = scores / d_k**0.5  # (h b) q k
        mask = mask.repeat(num_head, 1, 1)  # (h b) q k
        scores = scores + mask  # (h b) q k
        attention = torch.softmax(scores, dim=-1)  # (h b) q k

        # Mix the values, lay the heads side by side again, and let the last layer mix them.
        output = attention @ v  # (h b) q v
        output = output.view(num_head, batch, n_q, d_v)  # h b q v
        output = output.permute(1, 2, 0, 3)  # b q h v
        output = output.contiguous().view(batch, n_q, num_head * d_v)  # b q (h v)
        output = self.fc_o(output)  # b q o
        return attention, output


def causal_mask(batch: int, n_q: int, n_k: int) -> Tensor:
    """0 where a query may look, -inf at the keys after it, counted from the top left; the same for every sentence."""
    return torch.full((n_q, n_k), -torch.inf).triu(diagonal=1).repeat(batch, 1, 1)


def example(
    layer_class: type[MHA] | type[MQA],
    *,
    batch: int,
    num_head: int,
    n_q: int,
    n_k: int,
    dimension_k: int,
    dimension_v: int,
    d_k: int,
    d_v: int,
    d_o: int,
    seed: int = 0,
) -> tuple[MHA | MQA, tuple[Tensor, Tensor, Tensor, Tensor]]:
    """A layer with fresh weights, and queries, keys, values and a causal mask to call it with; equal seeds give equal numbers."""
    torch.manual_seed(seed)
    layer = layer_class(num_head, dimension_k, dimension_v, d_k, d_v, d_o)
    q = torch.randn(batch, n_q, dimension_k)
    k = torch.randn(batch, n_k, dimension_k)
    v = torch.randn(batch, n_k, dimension_v)
    return layer, (q, k, v, causal_mask(batch, n_q, n_k))


def report(layer: MHA | MQA, inputs: tuple[Tensor, Tensor, Tensor, Tensor]) -> str:
    """What a test prints of a layer: shapes, parameters, and the output at the first query of the first sentence."""
    with torch.no_grad():
        attention, output = layer(*inputs)
    first = " ".join(f"{number:.6f}" for number in output[0, 0].tolist())
    n_parameters = sum(parameter.numel() for parameter in layer.parameters())
    return (
        f"{type(layer).__name__}: attention {list(attention.shape)}, output {list(output.shape)}, {n_parameters} parameters\n"
        f"output[0, 0] = {first}"
    )
