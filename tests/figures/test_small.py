"""A small matrix read number by number."""

import numpy as np
import pytest

from figures import small_matrix
from figures.small import ALL, number

VALUES = np.array([[1.0, -2.5, 0.0], [-np.inf, 32.0, 0.001]])


def test_every_number_is_written_and_infinity_is_hatched():
    figure = small_matrix(VALUES, ["我", "<s>"], ["a", "b", "c"], role="key")
    heat, hatched, numbers = figure.data
    assert numbers.text == ("1", "−2.50", "0", "−∞", "32", "1e−3")
    assert list(zip(numbers.y, numbers.x, strict=True)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert (heat.zmin, heat.zmax) == (-32, 32)
    assert np.isnan(heat.z[1, 0])
    assert hatched.fill == "toself"
    assert figure.layout.yaxis.ticktext == ("我", "&lt;s&gt;")
    assert figure.layout.yaxis.range == (1.5, -0.5)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (-0.0, "0"), (-1, "−1"), (9999, "9999"), (10_000, "1e4"), (0.005, "0.01"), (0.004, "4e−3"), (-2e-12, "−2e−12"),
        (1.005, "1.00"), (-np.inf, "−∞"),
    ],
)  # fmt: skip
def test_numbers_stay_short_and_true(value, written):
    assert number(value) == written


def test_frames_go_round_what_is_pointed_out():
    figure = small_matrix(VALUES, (), frames=[(slice(1, 2), ALL), (slice(0, 1), slice(2, 3))])
    row, cell = figure.layout.shapes[-2:]
    assert (row.x0, row.x1, row.y0, row.y1) == pytest.approx((-0.44, 2.44, 0.56, 1.44))
    assert (cell.x0, cell.x1, cell.y0, cell.y1) == pytest.approx((1.56, 2.44, -0.44, 0.44))


def test_without_labels_none_are_drawn():
    figure = small_matrix(VALUES, ())
    assert figure.layout.xaxis.showticklabels is False
    assert figure.layout.meta["rows"] == ["1", "2"]


def test_weights_share_one_scale():
    heat = small_matrix(np.array([[0.2, 0.8]]), (), kind="weights").data[0]
    assert (heat.zmin, heat.zmax) == (0, 1)


def test_what_is_not_allowed_is_hatched_and_keeps_its_number():
    heat, hatched, numbers = small_matrix(np.array([[0.0, 1.0]]), (), kind="weights", allowed=np.array([[False, True]])).data
    assert np.isnan(heat.z[0, 0])
    assert hatched.fill == "toself"
    assert numbers.text == ("0", "1")


def test_errors_name_both_numbers():
    with pytest.raises(ValueError, match="2 rows do not fit 1 labels"):
        small_matrix(VALUES, ["a"])
    with pytest.raises(ValueError, match="2 axes, these values have 1"):
        small_matrix(VALUES[0], ())
    with pytest.raises(ValueError, match="'heat' is neither"):
        small_matrix(VALUES, (), kind="heat")
