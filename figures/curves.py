"""Curves over a quantity, and spreads of samples."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from figures import labels, theme

DASHES = ("solid", "dash", "dot", "dashdot")


def lines(
    x: np.ndarray,
    curves: Mapping[str, np.ndarray],
    *,
    x_title: str,
    y_title: str,
    marks: Mapping[str, float] | None = None,
    log_x: bool = False,
    height: int = 300,
    scale: float = 1.0,
) -> go.Figure:
    """Named curves over one quantity, told apart by colour and dash, with named vertical lines at `marks` (name -> x).

    x, and each curve: [point]; NaN leaves a gap.
    """
    data = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": np.asarray(x),
            "y": np.asarray(y),
            "name": labels.escaped(name),
            "line": {"color": theme.head_colour(number), "width": 2.5 * scale, "dash": DASHES[number % len(DASHES)]},
            "hovertemplate": "%{x:.4~g} · %{y:.4~g}",
        }
        for number, (name, y) in enumerate(curves.items())
    ]
    shapes, annotations = _marks(marks or {}, log=log_x, scale=scale)
    size = theme.FONT_SIZE * scale
    return go.Figure(
        {
            "data": data,
            "layout": theme.layout(
                scale=scale,
                xaxis=theme.ruled_axis(labels.escaped(x_title), scale=scale, type="log" if log_x else "linear"),
                yaxis=theme.ruled_axis(labels.escaped(y_title), scale=scale),
                margin={"l": 10, "r": 10, "t": round(size * (3.2 if len(curves) > 1 and marks else 2)), "b": 10},
                height=round(height * scale),
                hovermode="x",
                shapes=shapes,
                annotations=annotations,
            )
            | {
                "showlegend": len(curves) > 1,
                "legend": {"orientation": "h", "x": 0, "y": 1.1 if marks else 1, "yanchor": "bottom"},
            },
        },
        _validate=False,
    )


def spread(
    groups: Sequence[str],
    samples: np.ndarray,
    *,
    deviation: np.ndarray,
    deviation_name: str,
    x_title: str,
    y_title: str,
    height: int = 340,
    scale: float = 1.0,
) -> go.Figure:
    """How widely samples spread in each group, with ± a computed deviation drawn over them.

    samples: [group, sample]. deviation: [group], say √d_k. deviation_name: written at its line's end.
    """
    positions = np.arange(len(groups))
    deviation = np.asarray(deviation, dtype=float)
    violin = {
        "type": "violin",
        "points": False,
        "width": 0.85,
        "line": {"color": theme.WEIGHTS, "width": 1.5 * scale},
        "fillcolor": theme.rgba(theme.WEIGHTS, 0.18),
        "meanline": {"visible": False},
        "hoverinfo": "skip",
    }
    line = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": positions,
        "line": {"color": theme.NEGATIVE, "width": 2 * scale, "dash": "dash"},
        "marker": {"size": 7 * scale, "symbol": "diamond"},
        "hovertemplate": "%{y:.4~g}<extra></extra>",
    }
    data = [
        violin | {"x0": int(place), "y": np.asarray(drawn, np.float32)} for place, drawn in zip(positions, samples, strict=True)
    ]
    data += [line | {"y": deviation}, line | {"y": -deviation}]
    label = {"text": labels.escaped(deviation_name), "font": {"color": theme.NEGATIVE}, "xanchor": "right", "yanchor": "bottom"}
    end = {"x": positions[-1] - 0.5, "y": float(deviation[-2:].mean()), "showarrow": False, "yshift": 8 * scale}
    return go.Figure(
        {
            "data": data,
            "layout": theme.layout(
                scale=scale,
                xaxis=theme.ruled_axis(labels.escaped(x_title), scale=scale) | labels.axis(groups),
                yaxis=theme.ruled_axis(labels.escaped(y_title), scale=scale),
                margin={"l": 10, "r": 10, "t": 10, "b": 10},
                height=round(height * scale),
                annotations=[label | end],
            ),
        },
        _validate=False,
    )


def _marks(marks: Mapping[str, float], *, log: bool, scale: float) -> tuple[list[dict], list[dict]]:
    """Vertical lines and their names; a log axis wants annotations, not shapes, as powers of ten."""
    shapes, annotations = [], []
    for name, x in marks.items():
        shapes.append(
            {
                "type": "line",
                "x0": x,
                "x1": x,
                "yref": "paper",
                "y0": 0,
                "y1": 1,
                "line": {"color": theme.MUTED, "width": 1.5, "dash": "dot"},
            }
        )
        annotations.append(
            {
                "x": float(np.log10(x)) if log else x,
                "yref": "paper",
                "y": 1,
                "yanchor": "bottom",
                "showarrow": False,
                "text": labels.escaped(name),
                "font": {"size": theme.SMALL * scale},
            }
        )
    return shapes, annotations
