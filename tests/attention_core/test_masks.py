import math

import pytest
import torch

from attention_core import masks


def grid(text):
    return torch.tensor([[cell == "1" for cell in row] for row in text.split()])


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        (masks.causal(3, 3), "100 110 111"),
        (masks.causal(2, 4), "1000 1100"),
        (masks.causal(2, 4, align="bottom-right"), "1110 1111"),
        (masks.causal(4, 2), "10 11 11 11"),
        (masks.causal(4, 2, align="bottom-right"), "00 00 10 11"),
        (masks.window(6, 6, size=3), "100000 110000 111000 011100 001110 000111"),
        (masks.window(4, 4, size=2, ahead=True), "1100 1110 0111 0011"),
        (masks.window(2, 3, size=1), "100 010"),
        (masks.drawn(2, 3, [(0, 2), (1, 0)]), "110 011"),
        (masks.padding([3, 1], 3)[:, 0, 0], "111 100"),
        (masks.padding([3, 1], 3, side="left")[:, 0, 0], "111 001"),
        (masks.padding([0], 2)[:, 0, 0], "00"),
    ],
)
def test_grids(mask, expected):
    assert torch.equal(mask, grid(expected))


def test_window_3_on_6_tokens_sees_1_2_3_3_3_3_keys():
    assert masks.window(6, 6, size=3).sum(-1).tolist() == [1, 2, 3, 3, 3, 3]


def test_additive_there_and_back():
    allowed = grid("101 011")
    additive = masks.to_additive(allowed)
    assert additive.tolist() == [[0, -math.inf, 0], [-math.inf, 0, 0]]
    assert torch.equal(masks.from_additive(additive), allowed)
    lowest = torch.tensor([0.0, torch.finfo(torch.float16).min], dtype=torch.float16)
    assert masks.from_additive(lowest).tolist() == [True, False]


def test_torchs_two_conventions_are_opposite():
    allowed = grid("10 11")
    x = torch.randn(1, 1, 2, 3)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        x, x, x, attn_mask=masks.to_torch(allowed, convention="scaled_dot_product")
    )
    torch.testing.assert_close(theirs[0, 0, 0], x[0, 0, 0])
    layer = torch.nn.MultiheadAttention(3, 1, batch_first=True)
    _, weights = layer(x[0], x[0], x[0], attn_mask=masks.to_torch(allowed, convention="multi_head"))
    assert weights[0, 0].tolist() == [1, 0]
    for convention in ("scaled_dot_product", "multi_head"):
        there = masks.to_torch(allowed, convention=convention)
        assert torch.equal(masks.from_torch(there, convention=convention), allowed)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: masks.window(3, 3, size=0), "at least 1 key, not 0"),
        (lambda: masks.causal(3, 3, align="left"), "not 'left'"),
        (lambda: masks.drawn(2, 3, [(2, 0)]), r"cell \(2, 0\) lies outside 2 queries × 3 keys"),
        (lambda: masks.padding([4], 3), "4 tokens does not fit into 3"),
        (lambda: masks.from_additive(torch.tensor([0.5])), "found 0.5"),
        (lambda: masks.from_torch(torch.tensor([True]), convention="keras"), "not 'keras'"),
    ],
)
def test_what_cannot_be_is_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()
