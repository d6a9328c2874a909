import math

import pytest
import torch

from attention_core.experiments.scaling import closest_temperature, dot_product_samples, sweep


def test_the_spread_of_dot_products_is_the_root_of_the_width():
    widths = (1, 4, 64, 256)
    samples = dot_product_samples(widths, n_samples=4000)
    assert samples.shape == (4, 4000)
    for width, spread in zip(widths, samples.std(-1), strict=True):
        assert float(spread) == pytest.approx(math.sqrt(width), rel=0.1)
    assert torch.equal(samples, dot_product_samples(widths, n_samples=4000))


def test_the_tutorials_alphas():
    alphas = torch.tensor([32.0, 18, 45, 7])
    result = sweep(alphas, torch.tensor([0.0, 1.0, math.sqrt(512)]))
    assert result.weights[0].tolist() == [0, 0, 1, 0]
    torch.testing.assert_close(result.weights[1], torch.tensor([2.26e-6, 1.88e-12, 1.0, 3.14e-17]), rtol=1e-2, atol=1e-8)
    torch.testing.assert_close(result.weights[2], torch.tensor([0.274, 0.148, 0.487, 0.091]), rtol=0, atol=5e-4)
    assert result.entropy[0] == 0
    assert float(result.entropy[2]) == pytest.approx(-sum(w * math.log2(w) for w in (0.274, 0.148, 0.487, 0.091)), abs=3e-3)
    assert float(result.largest[2]) == pytest.approx(0.487, abs=5e-4)
    assert result.gradient[1] < 1e-5 < result.gradient[2]


def test_a_forbidden_key_stays_at_zero():
    result = sweep(torch.tensor([1.0, -math.inf, 2.0]), torch.tensor([0.001, 1000.0]))
    assert result.weights[:, 1].tolist() == [0, 0]
    torch.testing.assert_close(result.weights[1, [0, 2]], torch.tensor([0.5, 0.5]), atol=1e-3, rtol=0)


def test_the_temperature_behind_some_weights_is_found_again():
    alphas = torch.tensor([32.0, 18, 45, 7])
    assert closest_temperature(alphas, torch.softmax(alphas / 8, -1)) == pytest.approx(8, rel=2e-3)
    assert 20 < closest_temperature(alphas, torch.tensor([0.25, 0.15, 0.50, 0.10])) < 24
