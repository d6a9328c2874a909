import pytest
import torch

from attention_core.steps import walk
from attention_core.tutorial_code import MHA, MQA, example

SIZES = {"batch": 2, "num_head": 3, "n_q": 5, "n_k": 7, "dimension_k": 11, "dimension_v": 13, "d_k": 17, "d_v": 19, "d_o": 23}


def double(x, y):
    total = x + y  # a b
    x, n = total * 2, len(total)
    return x, n


def loops(x):
    for _ in range(3):
        x = x + 1
    return x


def test_every_line_with_what_it_used_and_gave():
    steps = walk(double, torch.ones(3), torch.ones(3))
    assert [step.source for step in steps] == ["total = x + y", "x, n = total * 2, len(total)", "return x, n"]
    assert [step.line for step in steps] == [1, 2, 3]
    assert [step.note for step in steps] == ["a b", "", ""]
    assert list(steps[0].read) == ["x", "y"]
    assert steps[1].gave["x"].tolist() == [4, 4, 4]
    assert steps[2].gave["n"] == 3


def test_a_line_that_is_no_assignment_is_named():
    with pytest.raises(ValueError, match="not an assignment to names or a return of names: 'for _ in range\\(3\\):'"):
        walk(loops, torch.ones(2))


@pytest.mark.parametrize("kind", [MHA, MQA])
@torch.no_grad()
def test_walked_layer_returns_what_the_called_one_does(kind):
    layer, inputs = example(kind, **SIZES)
    for walked, called in zip(walk(layer.forward, *inputs)[-1].gave.values(), layer(*inputs), strict=True):
        assert torch.equal(walked, called)


@pytest.mark.parametrize("kind", [MHA, MQA])
@torch.no_grad()
def test_what_a_line_used_is_as_it_was_before(kind):
    layer, inputs = example(kind, **SIZES)
    first = next(step for step in walk(layer.forward, *inputs) if step.source == "q = self.fc_q(q)")
    assert torch.equal(first.read["q"], inputs[0])
    assert torch.equal(first.gave["q"], layer.fc_q(inputs[0]))
