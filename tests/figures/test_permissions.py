import numpy as np

import figures


def test_open_cells_carry_a_tick_closed_ones_are_hatched():
    allowed = np.array([[True, False, False], [True, True, False]])
    figure = figures.permissions(allowed, ["q1", "q2"], ["k1", "k2", "k3"])
    heat, hatch, ticks = figure.data
    assert np.isnan(heat.z).tolist() == (~allowed).tolist()
    assert hatch.fillpattern.shape == "/"
    assert list(zip(ticks.x, ticks.y, ticks.text, strict=True)) == [(0, 0, "✓"), (0, 1, "✓"), (1, 1, "✓")]


def test_changed_cells_are_ringed_whether_open_or_not():
    changed = np.array([[False, True], [True, False]])
    figure = figures.permissions(np.eye(2, dtype=bool), list("ab"), list("cd"), changed=changed)
    assert list(zip(figure.data[-1].x, figure.data[-1].y, strict=True)) == [(1, 0), (0, 1)]
    assert len(figures.permissions(np.eye(2, dtype=bool), list("ab"), list("cd"), changed=~changed & changed).data) == 3
