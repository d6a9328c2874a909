"""The grid of heads and the pooled overview."""

import numpy as np
import pytest

from figures import head_grid, pooled, theme

ROWS, COLUMNS, NAMES = list("abcde"), ["<s>", "1", "1", "2024", "x", "y", "z"], ["头1", "<b>", "c"]
WEIGHTS = np.random.default_rng(3).dirichlet(np.ones(7), (3, 5)).astype(np.float32)


def _heats(figure):
    return [trace for trace in figure.data if trace.type == "heatmap"]


def test_one_trace_per_head_in_one_subplot_with_its_own_numbers_and_colour():
    heats = _heats(head_grid(WEIGHTS, ROWS, COLUMNS, NAMES))
    assert len(heats) == 3
    for head, trace in enumerate(heats):
        np.testing.assert_array_equal(trace.z, WEIGHTS[head])
        assert trace.zmin == 0
        assert trace.zmax == 1
        assert trace.colorscale[1][1] == theme.rgba(theme.HEADS[head], 1)
        assert trace.xaxis is None


def test_tiles_do_not_overlap():
    heats = _heats(head_grid(WEIGHTS, ROWS, COLUMNS, NAMES, n_across=2))
    origins = [(trace.x0, trace.y0) for trace in heats]
    assert origins[1][0] >= origins[0][0] + 7
    assert origins[2][0] == origins[0][0]
    assert origins[2][1] >= origins[0][1] + 5


def test_names_are_literal():
    figure = head_grid(WEIGHTS, ROWS, COLUMNS, NAMES, details=["F1 <1", "", ""])
    texts = [annotation.text for annotation in figure.layout.annotations]
    assert any("&lt;b&gt;" in text for text in texts)
    assert "F1 &lt;1" in texts
    assert _heats(figure)[1].name == "&lt;b&gt;"


def test_forbidden_cells_are_nan_and_hatched():
    allowed = np.tril(np.ones((5, 7), bool))
    figure = head_grid(WEIGHTS, ROWS, COLUMNS, NAMES, allowed=allowed)
    np.testing.assert_array_equal(np.isnan(_heats(figure)[1].z), ~allowed)
    hatched = [trace for trace in figure.data if trace.type == "scatter"]
    assert [trace.meta["tile"] for trace in hatched] == [0, 1, 2]
    assert all(trace.fillpattern.shape == "/" for trace in hatched)


def test_a_head_of_nan_leaves_the_range_alone():
    broken = WEIGHTS.copy()
    broken[1] = np.nan
    assert [trace.zmax for trace in _heats(head_grid(broken, ROWS, COLUMNS, NAMES, ceiling="head"))][1] == 1


def test_ceilings():
    by_head = _heats(head_grid(WEIGHTS, ROWS, COLUMNS, NAMES, ceiling="head"))
    assert by_head[2].zmax == pytest.approx(WEIGHTS[2].max())
    by_row = _heats(head_grid(WEIGHTS, ROWS, COLUMNS, NAMES, ceiling="row"))
    np.testing.assert_allclose(by_row[0].z.max(1), 1)
    np.testing.assert_allclose(by_row[0].z * np.array(by_row[0].meta["row_scale"])[:, None], WEIGHTS[0], rtol=1e-6)
    with pytest.raises(ValueError, match="'column' is none of"):
        head_grid(WEIGHTS, ROWS, COLUMNS, NAMES, ceiling="column")


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match=r"\(3, 5, 7\).*\(3, 7, 5\)"):
        head_grid(WEIGHTS, COLUMNS, ROWS, NAMES)


def test_pooling_keeps_the_largest_weight_of_each_block():
    values, rows, columns = pooled(WEIGHTS, 3)
    assert values.shape == (3, 3, 3)
    assert rows == [(0, 1), (1, 3), (3, 5)]
    assert columns == [(0, 2), (2, 4), (4, 7)]
    assert values[1, 2, 0] == WEIGHTS[1, 3:5, 0:2].max()


def test_pooling_ignores_nan_unless_there_is_nothing_else():
    weights = np.array([[[np.nan, np.nan, np.nan, 0.25]]])
    values, _, _ = pooled(weights, 2)
    assert np.isnan(values[0, 0, 0])
    assert values[0, 0, 1] == 0.25


def test_pooling_leaves_a_short_map_alone():
    values, rows, _ = pooled(WEIGHTS, 99)
    np.testing.assert_array_equal(values, WEIGHTS)
    assert rows == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
