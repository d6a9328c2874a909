import pytest
import torch

from attention_core import MultiHeadAttention, masks
from attention_core.experiments.boolean_masks import both_readings


@torch.no_grad()
def test_one_grid_two_opposite_readings():
    torch.manual_seed(0)
    layer, inputs, grid = MultiHeadAttention(11, 1), torch.randn(5, 11), masks.causal(5, 5)
    read = both_readings(layer, inputs, grid)
    torch.testing.assert_close(read.scaled_dot_product, layer.trace(inputs[None], allowed=grid).weights[0, 0])
    torch.testing.assert_close(read.multi_head[:-1], layer.trace(inputs[None], allowed=~grid).weights[0, 0, :-1])
    assert read.multi_head[-1].isnan().all()


def test_needs_one_head_as_wide_as_the_model():
    with pytest.raises(ValueError, match="one head of width 12 is needed, not 3 of width 4"):
        both_readings(MultiHeadAttention(12, 3), torch.randn(5, 12), masks.causal(5, 5))
