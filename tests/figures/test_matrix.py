"""A head in detail."""

import numpy as np
import pytest

from figures import matrix

ROWS, COLUMNS = ["我", "我", "<s>"], ["1", "2024", "$x$", "a", "b"]
VALUES = np.array([[0.1, 0.2, 0.3, 0.4, 0.0], [1, 0, 0, 0, 0], [0, 0, 0, 0.996, 0.004]], np.float32)


def test_queries_run_down_and_keys_across():
    figure = matrix(VALUES, ROWS, COLUMNS, row_title="query <q>", column_title="key")
    assert figure.layout.yaxis.range == (2.5, -0.5)
    assert figure.layout.xaxis.range == (-0.5, 4.5)
    assert figure.layout.yaxis.ticktext == ("我", "我", "&lt;s&gt;")
    assert figure.layout.meta["rows"] == ["我 #1", "我 #2", "<s>"]
    assert {"query &lt;q&gt;", "key"} == {annotation.text for annotation in figure.layout.annotations}


def test_values_are_written_where_they_do_not_read_as_zero():
    figure = matrix(VALUES, ROWS, COLUMNS)
    numbers = figure.data[1]
    assert list(zip(numbers.y, numbers.x, numbers.text, strict=True)) == [
        (0, 0, "0.10"), (0, 1, "0.20"), (0, 2, "0.30"), (0, 3, "0.40"), (1, 0, "1.00"), (2, 3, "1.00"),
    ]  # fmt: skip


def test_large_matrices_carry_no_numbers():
    assert [trace.type for trace in matrix(np.zeros((21, 21)), ["x"] * 21, ["x"] * 21).data] == ["heatmap"]


def test_infinite_scores_are_forbidden_and_the_scale_is_centred_on_zero():
    scores = np.array([[1.5, -np.inf], [-3.0, 2.0]])
    figure = matrix(scores, ["a", "b"], ["c", "d"], kind="scores")
    heat, hatched, numbers = figure.data
    assert (heat.zmin, heat.zmax) == (-3, 3)
    assert np.isnan(heat.z[0, 1])
    assert hatched.fill == "toself"
    assert numbers.text == ("1.50", "−3.00", "2.00")


def test_nothing_but_forbidden_cells():
    figure = matrix(np.full((2, 2), -np.inf), ["a", "b"], ["c", "d"], kind="scores")
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-1, 1)


def test_row_sums():
    figure = matrix(VALUES, ROWS, COLUMNS, totals="Σ")
    assert figure.data[-1].text == ("1.00", "1.00", "1.00")
    assert figure.layout.xaxis.range == (-0.5, 5.5)


def test_a_window_keeps_its_place_in_the_whole():
    figure = matrix(VALUES[1:3, 2:4], ROWS, COLUMNS, origin=(1, 2))
    assert (figure.data[0].y0, figure.data[0].x0) == (1, 2)
    assert figure.layout.xaxis.range == (1.5, 3.5)
    assert figure.layout.xaxis.ticktext[2] == "&#36;x&#36;"


def test_errors_name_both_numbers():
    with pytest.raises(ValueError, match="3 rows from 1 on do not fit 3 labels"):
        matrix(VALUES, ROWS, COLUMNS, origin=(1, 0))
    with pytest.raises(ValueError, match="'heat' is none of"):
        matrix(VALUES, ROWS, COLUMNS, kind="heat")
