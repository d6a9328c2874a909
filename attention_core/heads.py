"""Many heads at once. MHA, GQA and MQA are one class that differs in `n_kv_heads`: h, between 1 and h, 1.

`MultiHeadAttention` is the project's own; `MHA`, `GQA` and `MQA` are the tutorial's doors to the same `attend`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention_core.attend import AttentionTrace, attend, attend_fused, weighted_sum
from attention_core.edits import Edit, ReplaceWeights, allowed_after, outputs_after, scale_after, weights_after
from attention_core.positions import Positions, places_of


@dataclass(frozen=True)
class HeadsTrace:
    """What the heads of one layer computed: query and key as they meet (after positions), each head alone, and all mixed by W_O.

    head_outputs: the attention's output with the removed heads at 0. The grids, the mask and the scale are the attention's.
    """

    query: Float[Tensor, "b h q d"]
    key: Float[Tensor, "b g k d"]
    value: Float[Tensor, "b g k v"]
    attention: AttentionTrace
    head_outputs: Float[Tensor, "b h q v"]
    output: Float[Tensor, "b q m"]

    @property
    def dots(self) -> Float[Tensor, "b h q k"]:
        return self.attention.dots

    @property
    def scores(self) -> Float[Tensor, "b h q k"]:
        return self.attention.scores

    @property
    def weights(self) -> Float[Tensor, "b h q k"]:
        return self.attention.weights

    @property
    def scale(self) -> float:
        """What the dot products were multiplied by."""
        return self.attention.scale

    @property
    def allowed(self) -> Bool[Tensor, "#b #h q k"] | None:
        """The mask in force, None if every pair was allowed."""
        return self.attention.allowed


class MultiHeadAttention(nn.Module):
    """Project to h queries and g keys and values, attend in each head, concatenate, mix by W_O.

    n_kv_heads: g, dividing n_heads; None means n_heads (MHA), 1 is MQA. d_head: width of a head, d_model / n_heads by default.
    Called, it takes the fused way and gives the output alone; `trace` gives every number.
    New weights are drawn so that inputs of variance 1 give queries, keys and values of variance 1.
    Raises: ValueError if the heads do not divide d_model (unless d_head is given) or g does not divide h.
    """

    def __init__(
        self, d_model: int, n_heads: int, n_kv_heads: int | None = None, *, d_head: int | None = None, bias: bool = True
    ):
        super().__init__()
        n_kv_heads = n_heads if n_kv_heads is None else n_kv_heads
        if d_head is None and d_model % n_heads:
            raise ValueError(f"a width of {d_model} cannot be cut into {n_heads} equal heads")
        if n_kv_heads < 1 or n_heads % n_kv_heads:
            raise ValueError(f"{n_heads} query heads cannot share {n_kv_heads} key heads evenly")
        d_head = d_model // n_heads if d_head is None else d_head
        self.n_heads, self.n_kv_heads, self.d_head = n_heads, n_kv_heads, d_head
        self.to_query = nn.Linear(d_model, n_heads * d_head, bias=bias)
        self.to_key = nn.Linear(d_model, n_kv_heads * d_head, bias=bias)
        self.to_value = nn.Linear(d_model, n_kv_heads * d_head, bias=bias)
        self.to_output = nn.Linear(n_heads * d_head, d_model, bias=bias)
        for linear in (self.to_query, self.to_key, self.to_value, self.to_output):
            nn.init.normal_(linear.weight, std=linear.in_features**-0.5)
            if bias:
                nn.init.zeros_(linear.bias)

    def forward(
        self,
        query: Float[Tensor, "b q m"],
        key: Float[Tensor, "b k m"] | None = None,
        value: Float[Tensor, "b k m"] | None = None,
        *,
        allowed: Bool[Tensor, "#b #h q k"] | None = None,
        positions: Positions | None = None,
        edits: Sequence[Edit] = (),
    ) -> Float[Tensor, "b q m"]:
        """The output alone. key, value: what is looked at; by default the query's own sentence (self-attention)."""
        if any(isinstance(edit, ReplaceWeights) for edit in edits):  # given weights exist only on the traced way
            return self.trace(query, key, value, allowed=allowed, positions=positions, edits=edits).output
        heads, settings = self._prepare(query, key, value, allowed, positions, edits)
        return self._finish(outputs_after(edits, attend_fused(*heads, **settings)))

    def trace(
        self,
        query: Float[Tensor, "b q m"],
        key: Float[Tensor, "b k m"] | None = None,
        value: Float[Tensor, "b k m"] | None = None,
        *,
        allowed: Bool[Tensor, "#b #h q k"] | None = None,
        positions: Positions | None = None,
        edits: Sequence[Edit] = (),
    ) -> HeadsTrace:
        """The same computation with every number kept; same arguments as the call."""
        heads, settings = self._prepare(query, key, value, allowed, positions, edits)
        attention = _replace(attend(*heads, **settings), heads[2], edits)
        head_outputs = outputs_after(edits, attention.output)
        return HeadsTrace(*heads, attention, head_outputs, self._finish(head_outputs))

    def _prepare(self, query, key, value, allowed, positions, edits) -> tuple[tuple[Tensor, Tensor, Tensor], dict]:
        """Project, cut into heads, and give every head its positions, mask and scale."""
        key = query if key is None else key
        value = key if value is None else value
        queries = split_heads(self.to_query(query), self.n_heads)
        keys = split_heads(self.to_key(key), self.n_kv_heads)
        values = split_heads(self.to_value(value), self.n_kv_heads)
        bias = None
        if positions is not None:
            query_places, key_places = places_of(query.shape[1], query.device), places_of(key.shape[1], key.device)
            queries, keys = positions.rotate(queries, query_places), positions.rotate(keys, key_places)
            bias = positions.bias(query_places, key_places)
        allowed = allowed_after(edits, allowed, query.device)
        settings = {
            "allowed": None if allowed is None else _four_axes(allowed),
            "bias": None if bias is None else _four_axes(bias).to(query.dtype),
            "scale": scale_after(edits, None),
        }
        return (queries, keys, values), settings

    def _finish(self, head_outputs: Float[Tensor, "b h q v"]) -> Float[Tensor, "b q m"]:
        return self.to_output(join_heads(head_outputs))


class GQA(nn.Module):
    """The tutorial's layer, opened to any number of key heads: called (q, k, v, mask), returns (attention, output).

    num_head, num_kv_head: query heads and key/value heads. dimension_k: width of the queries' and keys' inputs, dimension_v:
    of the values'. d_k, d_v: width of a head's keys and values. d_o: width of the output.
    Raises: ValueError if num_kv_head does not divide num_head.
    """

    def __init__(self, num_head: int, num_kv_head: int, dimension_k: int, dimension_v: int, d_k: int, d_v: int, d_o: int):
        super().__init__()
        if num_kv_head < 1 or num_head % num_kv_head:
            raise ValueError(f"{num_head} query heads cannot share {num_kv_head} key heads evenly")
        self.num_head, self.num_kv_head = num_head, num_kv_head
        self.fc_q = nn.Linear(dimension_k, num_head * d_k)
        self.fc_k = nn.Linear(dimension_k, num_kv_head * d_k)
        self.fc_v = nn.Linear(dimension_v, num_kv_head * d_v)
        self.fc_o = nn.Linear(num_head * d_v, d_o)

    def forward(
        self,
        q: Float[Tensor, "b q dk"],
        k: Float[Tensor, "b k dk"],
        v: Float[Tensor, "b k dv"],
        mask: Float[Tensor, "b q k"] | None = None,
    ) -> tuple[Float[Tensor, "hb q k"], Float[Tensor, "b q do"]]:
        """mask: 0 and -inf, added to the scores. attention: after softmax, head-major (all sentences of head 0 first)."""
        trace = attend(
            split_heads(self.fc_q(q), self.num_head),
            split_heads(self.fc_k(k), self.num_kv_head),
            split_heads(self.fc_v(v), self.num_kv_head),
            bias=None if mask is None else mask[:, None],
        )
        return trace.weights.transpose(0, 1).flatten(0, 1), self.fc_o(join_heads(trace.output))


class MHA(GQA):
    """Multi-head attention as the tutorial writes it: every head has its own query, key and value."""

    def __init__(self, num_head: int, dimension_k: int, dimension_v: int, d_k: int, d_v: int, d_o: int):
        super().__init__(num_head, num_head, dimension_k, dimension_v, d_k, d_v, d_o)


class MQA(GQA):
    """Multi-query attention as the tutorial writes it: one key and one value for all heads. Source: arXiv:1911.02150."""

    def __init__(self, num_head: int, dimension_k: int, dimension_v: int, d_k: int, d_v: int, d_o: int):
        super().__init__(num_head, 1, dimension_k, dimension_v, d_k, d_v, d_o)


def split_heads(rows: Float[Tensor, "b n hd"], n_heads: int) -> Float[Tensor, "b h n d"]:
    """Cut each row into its heads; no number is copied."""
    b, n, width = rows.shape
    return rows.view(b, n, n_heads, width // n_heads).transpose(1, 2)


def join_heads(heads: Float[Tensor, "b h n d"]) -> Float[Tensor, "b n hd"]:
    """The heads of each row side by side again."""
    return heads.transpose(1, 2).flatten(2)


def _replace(attention: AttentionTrace, value: Tensor, edits: Sequence[Edit]) -> AttentionTrace:
    weights = weights_after(edits, attention.weights)
    if weights is attention.weights:
        return attention
    return replace(attention, weights=weights, output=weighted_sum(weights, value))


def _four_axes(grid: Tensor) -> Tensor:
    """[q, k] and [h, q, k] become [1, 1, q, k] and [1, h, q, k]."""
    return grid.view(*[1] * (4 - grid.dim()), *grid.shape)


def key_head_of(head: int, n_heads: int, n_kv_heads: int) -> int:
    """The key head that a query head uses: with 4 query heads and 2 key heads, 0 and 1 use key head 0."""
    return head // (n_heads // n_kv_heads)
