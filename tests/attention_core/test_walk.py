"""The walk: each step's numbers are those of `attend`, and the tutorial's example by hand."""

import math

import pytest
import torch

from attention_core import masks, walk
from tests import oracle

N, M, D, V = 5, 7, 3, 2


def example(*, allowed=None, seed: int = 0) -> walk.Example:
    draw = torch.Generator().manual_seed(seed)
    sizes = ((N, M), (M, D), (M, D), (M, V))
    return walk.Example(*(torch.randn(*size, generator=draw, dtype=torch.float64) for size in sizes), allowed)


NOWHERE = masks.drawn(N, N, [(2, key) for key in range(N)])
EXAMPLES = pytest.mark.parametrize("allowed", [None, masks.causal(N, N), NOWHERE], ids=["all", "causal", "nowhere"])


@EXAMPLES
def test_every_number_agrees_with_plain_loops(allowed):
    given = example(allowed=allowed)
    worked = walk.work(given)
    rows = (tensor.tolist() for tensor in (given.inputs, given.to_query, given.to_key, given.to_value))
    by_hand = oracle.one_head(*rows, None if allowed is None else allowed.tolist())
    for name, numbers in by_hand.items():
        torch.testing.assert_close(getattr(worked, name), torch.tensor(numbers, dtype=torch.float64))


@EXAMPLES
@pytest.mark.parametrize("word", range(N))
def test_steps_lead_from_the_vector_to_the_trace(allowed, word):
    worked = walk.work(example(allowed=allowed))
    steps = {step.name: step for step in walk.walk(worked, word)}
    assert tuple(steps) == walk.STEPS
    root = math.sqrt(D)
    for name, wanted in {
        "query": steps["query"].given[0] @ steps["query"].given[1],
        "dots": (steps["dots"].given[0] * steps["dots"].given[1]).sum(-1),
        "scale": steps["scale"].given[0] / root,
        "weights": steps["weights"].given[0] / steps["weights"].given[1].clamp_min(1e-300),
        "weighted": steps["weighted"].given[0][:, None] * steps["weighted"].given[1],
        "output": steps["output"].given[0].sum(0, keepdim=True),
    }.items():
        torch.testing.assert_close(steps[name].result, wanted)
    traced = {"dots": worked.dots, "mask": worked.scores, "weights": worked.weights, "output": worked.output[:, None]}
    for name, grid in traced.items():
        assert torch.equal(steps[name].result, grid[word])


def test_each_step_starts_from_what_earlier_ones_made():
    steps = walk.walk(walk.work(example()), 1)
    made = [step.result for step in steps[:4]]
    for step in steps[4:]:
        for tensor in step.given:
            assert any(tensor.shape == one.shape and torch.equal(tensor, one) for one in made), step.name
        made.append(step.result)


def test_the_tutorials_dot_product():
    eye = torch.eye(3, dtype=torch.float64)
    given = walk.Example(torch.tensor([[1.0, 2, 3], [4, 5, 6]], dtype=torch.float64), eye, eye, eye)
    dots = walk.walk(walk.work(given), 0)[4]
    assert (dots.given[0][0] * dots.given[1][1]).tolist() == [4, 10, 18]
    assert dots.result[1] == 32


def test_exponentials_survive_any_size_and_nowhere_to_look():
    assert walk.exponentials(torch.tensor([1e6, 1e6, -1e6])).tolist() == [1, 1, 0]
    assert walk.exponentials(torch.tensor([-math.inf, -math.inf])).tolist() == [0, 0]


def test_a_changed_word_reaches_those_that_may_see_it():
    assert walk.changed_by(example(), 3).all()
    assert walk.changed_by(example(allowed=masks.causal(N, N)), 3).tolist() == [False, False, False, True, True]


def test_errors_name_both_numbers():
    with pytest.raises(ValueError, match="no word 5: the example has 5"):
        walk.walk(walk.work(example()), 5)
    with pytest.raises(ValueError, match="width 7 cannot meet a matrix of 3 rows"):
        walk.work(walk.Example(torch.ones(N, M), torch.ones(M, D), torch.ones(D, D), torch.ones(M, V)))
