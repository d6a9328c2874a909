"""Curves and spreads."""

import numpy as np

from figures import lines, spread


def test_curves_keep_names_literal_and_differ_in_dash():
    figure = lines(np.arange(3), {"<i>": np.zeros(3), "b": np.ones(3)}, x_title="d <", y_title="s", marks={"√d": 2})
    assert [trace.name for trace in figure.data] == ["&lt;i&gt;", "b"]
    assert figure.data[0].line.dash != figure.data[1].line.dash
    assert figure.layout.xaxis.title.text == "d &lt;"
    assert figure.layout.shapes[0].x0 == 2
    assert figure.layout.annotations[0].text == "√d"


def test_a_mark_on_a_log_axis_is_named_where_its_line_is():
    figure = lines(np.array([1, 10, 100]), {"a": np.ones(3)}, x_title="", y_title="", marks={"m": 10}, log_x=True)
    assert figure.layout.shapes[0].x0 == 10
    assert figure.layout.annotations[0].x == 1


def test_spread_draws_both_signs_of_the_deviation():
    samples = np.random.default_rng(5).normal(size=(3, 50))
    figure = spread(["1", "4", "16"], samples, deviation=np.array([1, 2, 4]), deviation_name="√dk", x_title="dk", y_title="q·k")
    assert [trace.type for trace in figure.data] == ["violin"] * 3 + ["scatter"] * 2
    assert figure.data[3].y.tolist() == [1, 2, 4]
    assert figure.data[4].y.tolist() == [-1, -2, -4]
    assert figure.layout.xaxis.ticktext == ("1", "4", "16")
