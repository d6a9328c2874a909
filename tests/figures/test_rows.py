"""One row as bars."""

import numpy as np
import pytest

from figures import row_bars


def test_a_bar_and_a_number_for_each_of_the_twins():
    track, bars = row_bars(np.array([0.25, 0.0, 0.75]), ["我", "<s>", "我"], head=1).data
    assert bars.y.tolist() == [0, 1, 2]
    assert bars.x.tolist() == [0.25, 0, 0.75]
    assert track.text == ("0.250", "0.000", "0.750")


def test_forbidden_keys_are_hatched_and_have_no_number():
    track, bars = row_bars(np.array([1.0, 0.5]), ["a", "b"], allowed=np.array([True, False])).data
    assert track.text == ("1.000", "–")
    assert track.marker.pattern.shape == ("", "/")
    assert bars.x.tolist() == [1, 0]


def test_reading_order_runs_down():
    figure = row_bars(np.array([1.0, 0.0]), ["<a>", "b"])
    assert figure.layout.yaxis.range == (1.5, -0.5)
    assert figure.layout.yaxis.ticktext == ("&lt;a&gt;", "b")


def test_numbers_that_differ():
    with pytest.raises(ValueError, match=r"\(2,\), but there are 3 tokens"):
        row_bars(np.array([1.0, 0.0]), ["a", "b", "c"])
