import numpy as np
import pytest

import figures
from figures import theme

SIZES = {"b": 2, "h": 3, "q": 5, "d": 7}


def canvas(axes, shape, **more):
    values = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    return values, figures.tensor(values, axes, sizes=SIZES, most=more)


def test_heads_run_across_before_they_are_moved_and_down_after():
    values, figure = canvas("b q h d", (2, 5, 3, 7))
    everything = figure.data[0].z
    assert everything.shape == (2 * 5 + 1, 3 * 7 + 2)
    assert everything[6, 8] == values[1, 0, 1, 0]
    moved = figures.tensor(values.transpose(2, 0, 1, 3), "h b q d", sizes=SIZES, most={}).data[0].z
    assert moved.shape == (3 * 2 * 5 + 3 + 2 * 2, 7)
    assert moved[5 + 1 + 5 + 2, 3] == values[0, 0, 1, 3]


def test_merged_axes_carry_one_number_and_the_colours_of_their_heads():
    _, figure = canvas("(h b) q d", (6, 5, 7))
    assert [note.text for note in figure.layout.annotations] == list("012345")
    for head, trace in enumerate(figure.data[1:]):
        assert trace.colorscale[0][1] == theme.rgba(theme.head_colour(head), 1)
        assert np.isfinite(trace.z).sum() == 2 * 5 * 7
    assert figure.layout.meta["rows"][0] == "h=0 b=0 q=0"


def test_only_the_first_are_drawn_where_most_says_so():
    values, figure = canvas("b q (h d)", (2, 5, 21), q=2, d=3)
    assert figure.data[0].z.shape == (2 * 2 + 1, 9)
    assert figure.data[0].z[0].tolist() == values[0, 0, [0, 1, 2, 7, 8, 9, 14, 15, 16]].tolist()


def test_closed_cells_are_hatched_and_take_no_part_in_the_colours():
    values = np.array([[[1.0, -np.inf], [2.0, -4.0]]], np.float32)
    figure = figures.tensor(values, "b q k", sizes={"b": 1, "q": 2, "k": 2}, most={})
    assert figure.data[0].zmax == 4
    assert figure.data[-1].fillpattern.shape == "/"


def test_sizes_that_do_not_fit_are_named():
    with pytest.raises(ValueError, match=r"'b q d' makes \(2, 5, 7\), the values have \(2, 7, 5\)"):
        canvas("b q d", (2, 7, 5))
