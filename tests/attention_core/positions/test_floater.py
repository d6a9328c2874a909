import math
from itertools import pairwise

import pytest
import torch
from torchdiffeq import odeint

from attention_core.positions import Floater, places_of

SIZES = {"d_model": 13, "d_head": 7, "n_heads": 3}


def floater(**options):
    torch.manual_seed(0)
    made = Floater(**SIZES, **options)
    torch.nn.init.normal_(made.field.time, std=0.1)  # a field that depends on the place too, as after training
    return made


def test_a_circle_by_hand():
    """With dp/dt = tanh(0.001 p) turned by a quarter and times 1000, p goes round once in 2π places."""
    circle = Floater(**{**SIZES, "d_model": 2}, tolerance=1e-6)
    with torch.no_grad():
        circle.field.inner.weight.copy_(torch.eye(2) * 1e-3)
        circle.field.outer.copy_(torch.tensor([[0.0, -1.0], [1.0, 0.0]]) * 1e3)
        circle.start.copy_(torch.tensor([1.0, 0.0]))
        places = torch.tensor([0.0, 0.5, 1.0, math.pi, 2 * math.pi, -math.pi / 2])
        torch.testing.assert_close(circle.vectors(places), torch.stack([places.cos(), places.sin()], dim=1), atol=1e-4, rtol=0)


def test_place_one_and_a_half_lies_on_the_way_from_one_to_two():
    encoding = floater()
    one, half, two = encoding.vectors(torch.tensor([1.0, 1.5, 2.0]))
    settings = {"rtol": 1e-7, "atol": 1e-7}
    torch.testing.assert_close(odeint(encoding.field, one, torch.tensor([1.0, 1.5]), **settings)[-1], half, atol=1e-3, rtol=0)
    torch.testing.assert_close(odeint(encoding.field, half, torch.tensor([1.5, 2.0]), **settings)[-1], two, atol=1e-3, rtol=0)
    assert (half - (one + two) / 2).norm() > 0.01, "a curve, not the straight line between its neighbours"


def test_a_place_is_the_same_whatever_else_is_asked_for_in_any_order():
    encoding = floater()
    together = encoding.vectors(torch.tensor([3.0, 0.5, 0.5, -2.0, 7.0, 0.0]))
    alone = torch.cat([encoding.vectors(torch.tensor([place])) for place in (3.0, 0.5, 0.5, -2.0, 7.0, 0.0)])
    torch.testing.assert_close(together, alone, atol=1e-3, rtol=0)
    torch.testing.assert_close(together[5], encoding.start)


def test_halving_the_tolerance_converges():
    places = places_of(17)
    with torch.no_grad():
        exact = floater(tolerance=1e-8).double().vectors(places.double())
        errors = [
            (floater(tolerance=tolerance).double().vectors(places.double()) - exact).abs().max().item()
            for tolerance in (8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4)
        ]
    assert all(later < earlier for earlier, later in pairwise(errors)), errors
    assert errors[-1] < errors[0] / 16


def test_gradients_reach_the_dynamics_and_agree_with_differences():
    encoding = floater(tolerance=1e-8).double()
    places = torch.tensor([0.5, 3.0], dtype=torch.float64)

    def size_with(weight):
        return torch.func.functional_call(encoding, {"field.outer": weight}, (places,)).square().sum()

    encoding.forward = encoding.vectors
    weight = encoding.field.outer.detach().requires_grad_()
    (slope,) = torch.autograd.grad(size_with(weight), weight)
    step = torch.zeros_like(weight)
    step[2, 5] = 1e-4
    difference = (size_with(weight + step) - size_with(weight - step)) / 2e-4
    assert slope[2, 5].item() == pytest.approx(difference.item(), rel=1e-3)
    assert slope.abs().sum() > 0
