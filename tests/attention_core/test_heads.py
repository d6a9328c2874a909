import math

import pytest
import torch
from torch import nn

from attention_core.edits import ChangeScale, Forbid, RemoveHead, ReplaceWeights
from attention_core.heads import GQA, MHA, MQA, MultiHeadAttention, key_head_of
from attention_core.masks import causal, to_additive
from attention_core.positions import Rotary


class LiteralAttention(nn.Module):
    """TUTORIAL §4 line by line, in its order of operations: the oracle for the doors. One key head stands for MQA."""

    def __init__(self, num_head, num_kv_head, dimension_k, dimension_v, d_k, d_v, d_o):
        super().__init__()
        self.h, self.g, self.d_k, self.d_v = num_head, num_kv_head, d_k, d_v
        self.fc_q = nn.Linear(dimension_k, num_head * d_k)
        self.fc_k = nn.Linear(dimension_k, num_kv_head * d_k)
        self.fc_v = nn.Linear(dimension_v, num_kv_head * d_v)
        self.fc_o = nn.Linear(num_head * d_v, d_o)

    def head_major(self, x, heads, width):
        batch, n, _ = x.shape
        x = x.view(batch, n, heads, width).permute(2, 0, 1, 3).contiguous().view(-1, n, width)
        return x.repeat(self.h // heads, 1, 1) if heads == 1 else x

    def forward(self, q, k, v, mask):
        batch, n_q, _ = q.shape
        q = self.head_major(self.fc_q(q), self.h, self.d_k)
        k = self.head_major(self.fc_k(k), self.g, self.d_k)
        v = self.head_major(self.fc_v(v), self.g, self.d_v)
        scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(self.d_k)
        attention = torch.softmax(scores + mask.repeat(self.h, 1, 1), dim=2)
        output = torch.bmm(attention, v).view(self.h, batch, n_q, self.d_v)
        return attention, self.fc_o(output.permute(1, 2, 0, 3).contiguous().view(batch, n_q, -1))


@pytest.mark.parametrize(("door", "n_kv_heads"), [(MHA, 3), (MQA, 1)])
@pytest.mark.parametrize("batch", [1, 2])
def test_the_doors_equal_the_tutorials_code_on_its_own_weights(door, n_kv_heads, batch):
    h, n_q, n_k, dim_k, dim_v, d_k, d_v, d_o = 3, 5, 7, 11, 13, 17, 19, 23
    torch.manual_seed(0)
    literal = LiteralAttention(h, n_kv_heads, dim_k, dim_v, d_k, d_v, d_o)
    ours = door(h, dim_k, dim_v, d_k, d_v, d_o)
    ours.load_state_dict(literal.state_dict())
    q, k, v = torch.randn(batch, n_q, dim_k), torch.randn(batch, n_k, dim_k), torch.randn(batch, n_k, dim_v)
    mask = to_additive(causal(n_q, n_k)).expand(batch, n_q, n_k)
    for got, expected in zip(ours(q, k, v, mask), literal(q, k, v, mask), strict=True):
        assert got.shape == expected.shape
        torch.testing.assert_close(got, expected, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("door", [MHA, MQA])
def test_the_tutorials_own_test(door):
    layer = door(8, 128, 64, 16, 16, 8)
    mask = torch.triu(torch.full((2, 4), -math.inf), diagonal=1).expand(10, 2, 4)
    attention, output = layer(torch.randn(10, 2, 128), torch.randn(10, 4, 128), torch.randn(10, 4, 64), mask)
    assert list(attention.shape) == [80, 2, 4]
    assert list(output.shape) == [10, 2, 8]
    assert (attention[:, 0, 1:] == 0).all()
    assert (attention[:, 1, 2:] == 0).all()


def test_a_query_with_nowhere_to_look_gives_the_output_bias():
    layer = MHA(3, 11, 13, 17, 19, 23)
    mask = torch.zeros(2, 5, 7)
    mask[1, 4] = -math.inf
    attention, output = layer(torch.randn(2, 5, 11), torch.randn(2, 7, 11), torch.randn(2, 7, 13), mask)
    assert (attention.view(3, 2, 5, 7)[:, 1, 4] == 0).all()
    torch.testing.assert_close(output[1, 4], layer.fc_o.bias)


def test_gqa_with_as_many_key_heads_is_mha_and_with_one_is_mqa():
    gqa = GQA(3, 3, 11, 13, 17, 19, 23)
    mha = MHA(3, 11, 13, 17, 19, 23)
    mha.load_state_dict(gqa.state_dict())
    inputs = torch.randn(2, 5, 11), torch.randn(2, 7, 11), torch.randn(2, 7, 13)
    torch.testing.assert_close(mha(*inputs), gqa(*inputs))
    assert GQA(3, 1, 11, 13, 17, 19, 23).state_dict().keys() == MQA(3, 11, 13, 17, 19, 23).state_dict().keys()
    assert MQA(3, 11, 13, 17, 19, 23).fc_k.out_features == 17


def layer_and_input(n_heads=6, n_kv_heads=2, d_head=7, n=5, seed=0):
    torch.manual_seed(seed)
    return MultiHeadAttention(13, n_heads, n_kv_heads, d_head=d_head), torch.randn(2, n, 13)


def test_multi_head_attention_equals_torchs():
    torch.manual_seed(0)
    theirs = nn.MultiheadAttention(21, 3, batch_first=True)
    ours = MultiHeadAttention(21, 3)
    with torch.no_grad():
        for linear, weight, bias in zip(
            (ours.to_query, ours.to_key, ours.to_value), theirs.in_proj_weight.chunk(3), theirs.in_proj_bias.chunk(3), strict=True
        ):
            linear.weight.copy_(weight)
            linear.bias.copy_(bias)
    ours.to_output.load_state_dict(theirs.out_proj.state_dict())
    x, y = torch.randn(2, 5, 21), torch.randn(2, 7, 21)
    expected, weights = theirs(x, y, y, attn_mask=~causal(5, 7), average_attn_weights=False)
    trace = ours.trace(x, y, allowed=causal(5, 7))
    torch.testing.assert_close(trace.output, expected, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(trace.weights, weights, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(ours(x, y, allowed=causal(5, 7)), expected, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize(
    "edits",
    [
        (),
        (RemoveHead(4),),
        (ChangeScale(0.3),),
        (Forbid(causal(5, 5)),),
        (ReplaceWeights(torch.full((5, 5), 0.2), head=1), RemoveHead(0)),
    ],
)
def test_both_ways_agree_under_every_edit(edits):
    layer, x = layer_and_input()
    rope = Rotary(d_model=13, d_head=7, n_heads=6)
    trace = layer.trace(x, positions=rope, edits=edits)
    torch.testing.assert_close(trace.output, layer(x, positions=rope, edits=edits), atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(trace.weights.sum(-1), torch.ones(2, 6, 5))


def test_each_edit_does_what_it_says_and_leaves_the_layer_as_it_was():
    layer, x = layer_and_input()
    before = {name: weight.clone() for name, weight in layer.state_dict().items()}
    plain = layer.trace(x)
    removed = layer.trace(x, edits=(RemoveHead(4),))
    assert (removed.head_outputs[:, 4] == 0).all()
    torch.testing.assert_close(removed.head_outputs[:, :4], plain.head_outputs[:, :4])
    torch.testing.assert_close(removed.weights, plain.weights)
    none_left = layer(x, edits=[RemoveHead(head) for head in range(6)])
    torch.testing.assert_close(none_left, layer.to_output.bias.expand_as(none_left))
    assert not torch.allclose(none_left, plain.output)
    torch.testing.assert_close(layer.trace(x, edits=(ChangeScale(0.5),)).scores, plain.dots * 0.5)
    assert layer.trace(x, edits=(ChangeScale(0.5),)).scale == 0.5
    assert (layer.trace(x, edits=(Forbid(causal(5, 5)),)).weights.triu(1) == 0).all()
    given = torch.eye(5)
    replaced = layer.trace(x, edits=(ReplaceWeights(given, head=3),))
    torch.testing.assert_close(replaced.head_outputs[:, 3], plain.value[:, 1])
    torch.testing.assert_close(layer.trace(x).output, plain.output)
    assert all(torch.equal(weight, before[name]) for name, weight in layer.state_dict().items())


def test_the_divisor_of_width_16_in_4_heads_is_2():
    layer = MultiHeadAttention(16, 4)
    assert layer.trace(torch.randn(1, 3, 16)).scale == 1 / 2


def test_later_words_change_nothing_under_a_causal_mask():
    layer, x = layer_and_input()
    later = x.clone()
    later[:, 3:] += 1
    before, after = (layer(each, allowed=causal(5, 5)) for each in (x, later))
    torch.testing.assert_close(before[:, :3], after[:, :3])
    assert not torch.allclose(before[:, 3:], after[:, 3:])


def test_a_padded_sentence_equals_the_sentence_alone():
    from attention_core.masks import padding

    layer, x = layer_and_input(n=7)
    batch = layer(x, allowed=padding([7, 4], 7))
    torch.testing.assert_close(batch[1:, :4], layer(x[1:, :4]), atol=1e-6, rtol=1e-5)
    left = layer(x, allowed=padding([7, 4], 7, side="left"))
    torch.testing.assert_close(left[1:, 3:], layer(x[1:, 3:]), atol=1e-6, rtol=1e-5)


def test_which_key_head_serves_a_query_head():
    assert [key_head_of(head, 4, 2) for head in range(4)] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: MultiHeadAttention(10, 4), "width of 10 cannot be cut into 4"),
        (lambda: MultiHeadAttention(12, 4, 3), "4 query heads cannot share 3"),
        (lambda: MultiHeadAttention(12, 4, 0), "4 query heads cannot share 0"),
        (lambda: GQA(4, 3, 5, 5, 5, 5, 5), "4 query heads cannot share 3"),
    ],
)
def test_impossible_sizes_are_named(build, message):
    with pytest.raises(ValueError, match=message):
        build()


def test_edits_that_do_not_fit_are_named():
    layer, x = layer_and_input()
    with pytest.raises(ValueError, match="no head 6: the layer has 6"):
        layer(x, edits=(RemoveHead(6),))
    with pytest.raises(ValueError, match=r"\(4, 5\), the head's are \(5, 5\)"):
        layer(x, edits=(ReplaceWeights(torch.ones(4, 5), head=0),))


def test_shared_heads_are_never_copied():
    layer, x = layer_and_input()
    trace = layer.trace(x)
    assert trace.key.shape == (2, 2, 5, 7)
    assert trace.value.shape == (2, 2, 5, 7)
