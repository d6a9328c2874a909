"""The temperature is dragged through frames: every step is in the figure."""

import numpy as np

from figures import temperature

TEMPERATURES = np.geomspace(0.5, 32, 7)
WEIGHTS = np.random.default_rng(2).dirichlet(np.ones(4), 7)
CURVES = {"H": np.arange(7.0), "max": WEIGHTS.max(1)}


def _figure():
    tokens = ["1", "1", "<s>", "x"]
    return temperature(TEMPERATURES, WEIGHTS, tokens, CURVES, x_title="τ", weight_title="w", marks={"τ = 1": 1.0}, start=3)


def test_each_frame_holds_its_step():
    figure = _figure()
    assert len(figure.frames) == len(figure.layout.sliders[0].steps) == 7
    for step, frame in enumerate(figure.frames):
        assert frame.traces == (0, 1, 2)
        np.testing.assert_allclose(frame.data[0].y, WEIGHTS[step], rtol=1e-6)
        assert frame.data[1].y[0] == CURVES["H"][step]
        assert frame.data[1].x[0] == TEMPERATURES[step]
        assert [*figure.layout.sliders[0].steps[step].args[0]] == [frame.name]


def test_it_starts_at_the_asked_step():
    figure = _figure()
    assert figure.layout.sliders[0].active == 3
    np.testing.assert_allclose(figure.data[0].y, WEIGHTS[3], rtol=1e-6)


def test_twins_and_markup_on_the_axis():
    assert _figure().layout.xaxis.ticktext == ("1", "1", "&lt;s&gt;", "x")
    assert _figure().layout.xaxis.tickvals == (0, 1, 2, 3)


def test_marks_lie_on_the_temperature_axis():
    figure = _figure()
    assert figure.layout.shapes[0].x0 == 1
    assert [note.x for note in figure.layout.annotations if note.text == "τ = 1"] == [0]
