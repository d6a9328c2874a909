"""Forbidden cells are outlined exactly."""

import numpy as np

from figures import hatch


def _area(x: np.ndarray, y: np.ndarray) -> float:
    area = 0.0
    for part in np.split(np.stack([x, y], 1), np.flatnonzero(np.isnan(x))):
        corners = part[~np.isnan(part[:, 0])]
        area += abs(np.dot(corners[:-1, 0], corners[1:, 1]) - np.dot(corners[1:, 0], corners[:-1, 1])) / 2
    return area


def test_one_cell_is_a_square_around_its_centre():
    forbidden = np.zeros((2, 3), bool)
    forbidden[1, 2] = True
    x, y = hatch.outlines(forbidden)
    assert x.tolist() == [1.5, 1.5, 2.5, 2.5, 1.5]
    assert y.tolist() == [0.5, 1.5, 1.5, 0.5, 0.5]


def test_a_causal_mask_is_one_polygon():
    x, y = hatch.outlines(~np.tril(np.ones((128, 128), bool)))
    assert not np.isnan(x).any()
    assert len(x) < 270
    assert _area(x, y) == 128 * 127 / 2


def test_any_mask_is_covered_once():
    forbidden = np.random.default_rng(7).random((11, 13)) < 0.4
    assert _area(*hatch.outlines(forbidden)) == forbidden.sum()


def test_nothing_forbidden_draws_nothing():
    assert hatch.trace(np.zeros((3, 3), bool)) == []
