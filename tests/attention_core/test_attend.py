import math

import pytest
import torch
from torch.nn import functional as F

from attention_core.attend import attend, attend_fused, scale_for, softmax_or_zero
from attention_core.masks import causal

B, H, Q, K, D, V = 2, 6, 5, 7, 11, 13


def heads(n_kv_heads=H, dtype=torch.float32, seed=0):
    draw = torch.Generator().manual_seed(seed)
    return (
        torch.randn(B, H, Q, D, generator=draw).to(dtype),
        torch.randn(B, n_kv_heads, K, D, generator=draw).to(dtype),
        torch.randn(B, n_kv_heads, K, V, generator=draw).to(dtype),
    )


def test_the_tutorials_dot_product_by_hand():
    query, key = torch.tensor([1.0, 2, 3]), torch.tensor([4.0, 5, 6])
    trace = attend(query.view(1, 1, 1, 3), key.view(1, 1, 1, 3), torch.ones(1, 1, 1, 2))
    assert trace.dots.item() == 32
    assert trace.scores.item() == pytest.approx(32 / math.sqrt(3))
    assert trace.weights.item() == 1


def test_two_keys_by_hand():
    query = torch.tensor([[2.0, 0.0]]).view(1, 1, 1, 2)
    key = torch.tensor([[1.0, 5.0], [0.0, 7.0]]).view(1, 1, 2, 2)
    value = torch.tensor([[10.0], [20.0]]).view(1, 1, 2, 1)
    trace = attend(query, key, value, scale=math.log(3) / 2)
    torch.testing.assert_close(trace.dots.flatten(), torch.tensor([2.0, 0.0]))
    torch.testing.assert_close(trace.weights.flatten(), torch.tensor([0.75, 0.25]))
    assert trace.output.item() == pytest.approx(12.5)


@pytest.mark.parametrize("n_kv_heads", [1, 2, 3, 6])
@pytest.mark.parametrize("masked", ["nothing", "allowed", "per head", "bias", "both"])
@pytest.mark.parametrize("scale", [None, 1.0, 0.37])
def test_both_ways_agree_with_torch(n_kv_heads, masked, scale):
    query, key, value = heads(n_kv_heads)
    draw = torch.Generator().manual_seed(1)
    allowed = torch.rand(Q, K, generator=draw) > 0.3
    allowed[:, 0] = True
    options = {
        "nothing": {},
        "allowed": {"allowed": allowed[None, None]},
        "per head": {"allowed": torch.rand(B, H, Q, K, generator=draw).gt(0.3) | (torch.arange(K) == 1)},
        "bias": {"bias": torch.randn(1, H, Q, K, generator=draw)},
        "both": {"allowed": allowed[None, None], "bias": torch.randn(1, H, Q, K, generator=draw)},
    }[masked]
    mask = options.get("bias", torch.zeros(1, 1, Q, K)).masked_fill(~options.get("allowed", torch.tensor(True)), -math.inf)
    copies = H // n_kv_heads
    expected = F.scaled_dot_product_attention(
        query, key.repeat_interleave(copies, 1), value.repeat_interleave(copies, 1), attn_mask=mask, scale=scale
    )
    trace = attend(query, key, value, scale=scale, **options)
    torch.testing.assert_close(trace.output, expected, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(attend_fused(query, key, value, scale=scale, **options), expected, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(trace.weights.sum(-1), torch.ones(B, H, Q))
    torch.testing.assert_close(trace.output, trace.weights @ value.repeat_interleave(copies, 1), atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("align", ["top-left", "bottom-right"])
@pytest.mark.parametrize(("n_q", "n_k"), [(7, 7), (5, 7), (7, 5), (1, 7)])
def test_causal_masks_of_both_alignments_take_the_fused_way(n_q, n_k, align):
    query, key, value = (torch.randn(B, H, n, D) for n in (n_q, n_k, n_k))
    allowed = causal(n_q, n_k, align=align)[None, None]
    torch.testing.assert_close(
        attend_fused(query, key, value, allowed=allowed), attend(query, key, value, allowed=allowed).output, atol=1e-6, rtol=1e-5
    )


@pytest.mark.parametrize(
    "allowed",
    [torch.ones(1, 1, 1, 1), torch.ones(1, 1, Q, 1), (torch.arange(K) == 0).view(1, 1, 1, K)],
    ids=["a cell", "a column", "a row"],
)
def test_a_mask_that_stands_for_all_rows_or_columns_is_not_taken_for_a_causal_one(allowed):
    """Each is a piece of the causal mask; the fused way took it for the whole."""
    query, key, value = heads()
    allowed = allowed.bool()
    torch.testing.assert_close(
        attend_fused(query, key, value, allowed=allowed), attend(query, key, value, allowed=allowed).output, atol=1e-6, rtol=1e-5
    )


def test_heads_0_and_1_share_key_head_0():
    query = torch.zeros(1, 4, 1, D)
    value = torch.tensor([1.0, 2.0]).view(1, 2, 1, 1)
    assert attend(query, torch.zeros(1, 2, 1, D), value).output.flatten().tolist() == [1, 1, 2, 2]


def test_the_query_comes_first():
    """α₁,₂ = q¹·k²: row 0 (query 0) changes with key 1 in column 1 alone."""
    query, key, value = heads()
    moved = key.clone()
    moved[:, :, 1] += 1
    changed = attend(query, moved, value).dots != attend(query, key, value).dots
    assert changed[..., 1].all()
    assert not changed[..., [0, 2, 3, 4, 5, 6]].any()


@pytest.mark.parametrize("shut", ["allowed", "bias"])
def test_a_row_with_nowhere_to_look_is_zero_in_both_ways_with_finite_gradients(shut):
    query, key, value = heads()
    query.requires_grad_()
    allowed = torch.ones(Q, K, dtype=torch.bool)
    allowed[3] = False
    bias = torch.zeros(Q, K).masked_fill(~allowed, -math.inf)
    options = {"allowed": allowed[None, None]} if shut == "allowed" else {"bias": bias[None, None]}
    trace = attend(query, key, value, **options)
    assert (trace.scores[:, :, 3] == -math.inf).all()
    assert (trace.weights[:, :, 3] == 0).all()
    assert (trace.output[:, :, 3] == 0).all()
    assert (attend_fused(query, key, value, **options)[:, :, 3] == 0).all()
    trace.output.sum().backward()
    assert query.grad.isfinite().all()
    assert query.grad[:, :, 0].abs().sum() > 0


def test_temperature_zero_is_argmax_with_ties_shared():
    query = torch.ones(1, 1, 1, 1)
    key = torch.tensor([3.0, 5.0, 5.0, 7.0]).view(1, 1, 4, 1)
    allowed = torch.tensor([True, True, True, False]).view(1, 1, 1, 4)
    value = torch.arange(4.0).view(1, 1, 4, 1)
    trace = attend(query, key, value, allowed=allowed, scale=scale_for(0))
    assert trace.weights.flatten().tolist() == [0, 0.5, 0.5, 0]
    assert attend_fused(query, key, value, allowed=allowed, scale=scale_for(0)).item() == 1.5


@pytest.mark.parametrize("n_kv_heads", [1, 3, 6])
def test_gradients_of_all_inputs_agree_with_differences(n_kv_heads):
    inputs = [tensor[:1].double().requires_grad_() for tensor in heads(n_kv_heads)]
    bias = torch.randn(1, H, Q, K, dtype=torch.float64, requires_grad=True)
    allowed = torch.ones(Q, K, dtype=torch.bool).tril().index_fill(0, torch.tensor(3), False)[None, None]  # row 3: nowhere

    def weights_and_output(query, key, value, bias):
        trace = attend(query, key, value, allowed=allowed, bias=bias)
        return trace.weights, trace.output

    assert torch.autograd.gradcheck(weights_and_output, (*inputs, bias), fast_mode=True)


@pytest.mark.parametrize("scale", [None, 0.37, math.inf])
def test_dots_and_scores_asked_for_later_lead_to_the_weights(scale):
    query, key, value = heads(3)
    allowed, bias = torch.ones(Q, K, dtype=torch.bool).tril()[None, None], torch.randn(1, H, Q, K)
    given = [tensor.clone() for tensor in (query, key, value, bias)]
    trace = attend(query, key, value, allowed=allowed, bias=bias, scale=scale)
    weights = trace.weights.clone()
    torch.testing.assert_close(trace.dots, query @ key.repeat_interleave(2, 1).transpose(-2, -1))
    torch.testing.assert_close(torch.softmax(trace.scores, -1), trace.weights)
    assert trace.dots is trace.dots
    assert torch.equal(trace.weights, weights)
    assert all(torch.equal(now, before) for now, before in zip((query, key, value, bias), given, strict=True))


@pytest.mark.parametrize("temperature", [0, 0.001, 1000])
def test_extreme_temperatures_stay_finite(temperature):
    trace = attend(*heads(), scale=scale_for(temperature))
    assert trace.weights.isfinite().all()
    torch.testing.assert_close(trace.weights.sum(-1), torch.ones(B, H, Q))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_low_precision_is_finite_and_close_to_float32(dtype):
    query, key, value = heads(dtype=dtype)
    allowed = torch.ones(Q, K, dtype=torch.bool).tril()[None, None]
    trace = attend(query * 100, key, value, allowed=allowed)
    exact = attend((query * 100).float(), key.float(), value.float(), allowed=allowed)
    assert trace.output.dtype == dtype
    assert trace.output.isfinite().all()
    torch.testing.assert_close(trace.weights, exact.weights, atol=2e-2, rtol=0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda q, k, v: (q[..., :-1], k, v), "one width: 10 and 11"),
        (lambda q, k, v: (q, k, v[:, :, :-1]), "7 keys, 6 values"),
        (lambda q, k, v: (q, k[:, :4], v[:, :4]), "6 query heads cannot share 4"),
        (lambda q, k, v: (q, k[:, :2], v[:, :3]), "as many heads: 2 and 3"),
    ],
)
@pytest.mark.parametrize("way", [attend, attend_fused])
def test_shapes_that_do_not_fit_are_named(change, message, way):
    with pytest.raises(ValueError, match=message):
        way(*change(*heads()))


@pytest.mark.parametrize("temperature", [-1, math.nan])
def test_impossible_temperatures(temperature):
    with pytest.raises(ValueError, match="temperature must be 0 or more"):
        scale_for(temperature)


def test_softmax_or_zero_by_hand():
    scores = torch.tensor([[0.0, math.log(3)], [-math.inf, -math.inf], [-math.inf, 2.0]])
    torch.testing.assert_close(softmax_or_zero(scores), torch.tensor([[0.25, 0.75], [0.0, 0.0], [0.0, 1.0]]))
