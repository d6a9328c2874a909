"""Softmax under a temperature, dragged in the browser: a slider of Plotly frames, nothing is sent to the server."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from figures import labels, theme


def temperature(
    temperatures: np.ndarray,
    weights: np.ndarray,
    tokens: Sequence[str],
    curves: Mapping[str, np.ndarray],
    *,
    x_title: str,
    weight_title: str,
    marks: Mapping[str, float],
    start: int = 0,
    slider_text: str = "",
    height: int = 680,
    scale: float = 1.0,
) -> go.Figure:
    """Bars of one query's weights above, curves over the temperature below, a slider that moves both.

    temperatures: [step], spaced evenly on a log axis, so that the slider runs along the curves' axis. weights: [step, key].
    curves: name -> [step], each on an axis of its own. marks: name -> temperature. start: the step shown first.
    slider_text: written before the temperature.
    """
    weights = np.asarray(weights, dtype=np.float32)
    curves = {name: np.asarray(values, dtype=np.float32) for name, values in curves.items()}
    panels = _Panels(len(curves))
    moving = [
        _bars(weights[start], scale),
        *(_point(number, temperatures, y, start, scale) for number, y in enumerate(curves.values())),
    ]
    still = [_curve(number, temperatures, y, scale) for number, y in enumerate(curves.values())]
    return go.Figure(
        {
            "data": moving + still,
            "layout": theme.layout(
                scale=scale,
                margin={"l": 10, "r": 14, "t": 24 * scale, "b": 10},
                height=round(height * scale),
                sliders=[_slider(temperatures, start, slider_text, panels, scale)],
                annotations=_names(curves, marks, weight_title, panels, scale),
                shapes=_mark_lines(marks, panels),
                **_axes(temperatures, tokens, x_title, panels, scale),
            ),
            "frames": [_frame(step, temperatures, weights, curves) for step in range(len(temperatures))],
        },
        _validate=False,
    )


class _Panels:
    """Heights on the page, as shares: bars on top, the slider, one panel per curve."""

    bars = (0.70, 1.0)
    slider = 0.60

    def __init__(self, n_curves: int) -> None:
        step = 0.48 / n_curves
        tops = [0.48 - number * step for number in range(n_curves)]
        self.curves = [(max(0.0, top - step + 0.06), top) for top in tops]


def _axis_name(letter: str, number: int) -> str:
    return letter if number == 0 else f"{letter}{number + 1}"


def _bars(weights: np.ndarray, scale: float) -> dict:
    return {
        "type": "bar",
        "x": np.arange(len(weights)),
        "y": weights,
        "text": _texts(weights),
        "textposition": "outside",
        "textfont": {"size": theme.SMALL * scale},
        "cliponaxis": False,
        "width": 0.6,
        "marker": {"color": theme.WEIGHTS, "cornerradius": 4},
        "hoverinfo": "skip",
    }


def _texts(weights: np.ndarray) -> list[str]:
    return [f"{value:.2f}" for value in weights] if len(weights) <= 20 else []


def _point(number: int, temperatures: np.ndarray, y: np.ndarray, start: int, scale: float) -> dict:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [float(temperatures[start])],
        "y": [float(y[start])],
        "xaxis": "x2",
        "yaxis": _axis_name("y", number + 1),
        "marker": {"size": 13 * scale, "color": theme.ACCENT, "line": {"width": 2, "color": theme.PAGES["light"]}},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _curve(number: int, temperatures: np.ndarray, y: np.ndarray, scale: float) -> dict:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.asarray(temperatures, np.float32),
        "y": y,
        "xaxis": "x2",
        "yaxis": _axis_name("y", number + 1),
        "line": {"color": theme.head_colour(number), "width": 2.5 * scale},
        "hovertemplate": "%{x:.3~g} · %{y:.3~g}<extra></extra>",
    }


def _frame(step: int, temperatures: np.ndarray, weights: np.ndarray, curves: Mapping[str, np.ndarray]) -> dict:
    points = [{"type": "scatter", "x": [float(temperatures[step])], "y": [float(y[step])]} for y in curves.values()]
    bars = {"type": "bar", "y": weights[step], "text": _texts(weights[step])}
    return {"name": str(step), "data": [bars, *points], "traces": list(range(1 + len(points)))}


def _slider(temperatures: np.ndarray, start: int, text: str, panels: _Panels, scale: float) -> dict:
    jump = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
    return {
        "active": start,
        "x": 0,
        "len": 1,
        "y": panels.slider,
        "yanchor": "middle",
        "pad": {"t": 0, "b": 0, "l": 0, "r": 0},
        "ticklen": 0,
        "minorticklen": 0,
        "bgcolor": theme.TRACK,
        "bordercolor": theme.rgba(theme.MUTED, 0),
        "activebgcolor": theme.ACCENT,
        "font": {"color": theme.rgba(theme.MUTED, 0), "size": 1},
        "currentvalue": {
            "prefix": labels.escaped(text),
            "xanchor": "left",
            "font": {"size": (theme.FONT_SIZE + 2) * scale, "color": theme.ACCENT},
        },
        "steps": [
            {"label": f"{value:.3g}", "method": "animate", "args": [[str(step)], jump]}
            for step, value in enumerate(np.asarray(temperatures).tolist())
        ],
    }


def _axes(temperatures: np.ndarray, tokens: Sequence[str], x_title: str, panels: _Panels, scale: float) -> dict:
    ends = {"anchor": "free", "position": 0}
    axes = {
        "xaxis": labels.axis(tokens) | {"anchor": "y", "fixedrange": True},
        "yaxis": theme.ruled_axis(domain=panels.bars, range=[0, 1.12], tickvals=[0, 0.5, 1], fixedrange=True),
        "xaxis2": theme.ruled_axis(labels.escaped(x_title), scale=scale, type="log", fixedrange=True)
        | ends
        | _decades(temperatures),
    }
    for number, domain in enumerate(panels.curves):
        axes[_axis_name("yaxis", number + 1)] = theme.ruled_axis(
            domain=domain, nticks=3, rangemode="tozero", fixedrange=True, anchor="x2"
        )
    return axes


def _decades(temperatures: np.ndarray) -> dict:
    """Range and round ticks of the temperature axis."""
    low, high = float(np.min(temperatures)), float(np.max(temperatures))
    powers = 10.0 ** np.arange(np.floor(np.log10(low)), np.log10(high) + 1)
    ticks = [value for value in np.outer(powers, (1, 2, 5)).ravel().tolist() if low <= value <= high]
    return {"range": [np.log10(low), np.log10(high)], "tickvals": ticks, "ticktext": [f"{value:g}" for value in ticks]}


def _names(curves: Mapping, marks: Mapping, weight_title: str, panels: _Panels, scale: float) -> list[dict]:
    plain = {"xref": "paper", "yref": "paper", "x": 0, "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    names = [
        plain
        | {"y": high, "text": labels.escaped(name), "font": {"size": theme.FONT_SIZE * scale, "color": theme.head_colour(number)}}
        for number, (name, (_, high)) in enumerate(zip(curves, panels.curves, strict=True))
    ]
    marked = [
        plain | {"xref": "x2", "x": float(np.log10(at)), "xanchor": "center", "y": panels.curves[0][1], "yshift": 16 * scale,
                 "text": labels.escaped(name), "font": {"size": theme.SMALL * scale}}
        for name, at in marks.items()
    ]  # fmt: skip
    return [plain | {"y": 1, "text": labels.escaped(weight_title)}, *names, *marked]


def _mark_lines(marks: Mapping, panels: _Panels) -> list[dict]:
    line = {"type": "line", "xref": "x2", "yref": "paper", "y0": 0, "y1": panels.curves[0][1] + 0.02, "layer": "below"}
    return [line | {"x0": at, "x1": at, "line": {"color": theme.MUTED, "width": 1.5, "dash": "dot"}} for at in marks.values()]
