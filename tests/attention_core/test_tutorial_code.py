import pytest
import torch

from attention_core import heads, tutorial_code
from attention_core.tutorial_code import causal_mask, example, report

SIZES = {"batch": 2, "num_head": 3, "n_q": 5, "n_k": 7, "dimension_k": 11, "dimension_v": 13, "d_k": 17, "d_v": 19, "d_o": 23}
TUTORIAL = {
    "batch": 10, "num_head": 8, "n_q": 2, "n_k": 4, "dimension_k": 128, "dimension_v": 64, "d_k": 16, "d_v": 16, "d_o": 8
}  # fmt: skip
KINDS = pytest.mark.parametrize("kind", [tutorial_code.MHA, tutorial_code.MQA])


@KINDS
@torch.no_grad()
def test_listing_gives_the_numbers_of_the_doors(kind):
    layer, inputs = example(kind, **SIZES, seed=1)
    door = getattr(heads, kind.__name__)(*(SIZES[name] for name in SIZES if name not in ("batch", "n_q", "n_k")))
    door.load_state_dict(layer.state_dict())
    for ours, theirs in zip(layer(*inputs), door(*inputs), strict=True):
        torch.testing.assert_close(ours, theirs)


@KINDS
def test_tutorials_test_prints_its_shapes(kind):
    printed = report(*example(kind, **TUTORIAL))
    assert printed.startswith(f"{kind.__name__}: attention [80, 2, 4], output [10, 2, 8],")


def test_mask_of_2_queries_and_4_keys_is_the_tutorials():
    shut = -torch.inf
    assert causal_mask(3, 2, 4).tolist() == [[[0, shut, shut, shut], [0, 0, shut, shut]]] * 3


@KINDS
def test_equal_seeds_give_equal_numbers(kind):
    assert report(*example(kind, **SIZES, seed=5)) == report(*example(kind, **SIZES, seed=5))
    assert report(*example(kind, **SIZES, seed=5)) != report(*example(kind, **SIZES, seed=6))
