"""A small matrix to be read number by number, in the brackets of its role."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from figures import hatch, ink, labels, theme

CELL_WIDTH, NARROW, CELL_HEIGHT = 46, 34, 26
"""Width and height of a cell in px; narrow with smaller numbers where there are more than MANY columns."""

MANY = 8

Frame = tuple[slice, slice]
"""Rows and columns to point out."""

ALL = slice(None)


def small_matrix(
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str] = (),
    *,
    name: str = "",
    role: str | None = None,
    kind: str = "tensor",
    allowed: np.ndarray | None = None,
    frames: Sequence[Frame] = (),
    scale: float = 1.0,
) -> go.Figure:
    """A matrix with a number in every cell, -inf included; its width is its own, and it shrinks where there is less room.

    values: [row, column]; -inf, and False in `allowed`, are hatched. rows, columns: labels, none where empty.
    role: of `theme.ROLES`, colours the brackets. kind: "tensor" (colours centred on 0) or "weights" (from 0 to 1).
    frames: what is pointed out.
    Raises: ValueError when the values do not fit the labels, or the kind is unknown.
    """
    values = np.asarray(values, dtype=np.float64)
    _check(values, rows, columns, kind)
    shut = np.isneginf(values) if allowed is None else np.isneginf(values) | ~np.broadcast_to(allowed, values.shape)
    shown = np.where(np.isfinite(values) & ~shut, values, np.nan)
    limit = 1.0 if kind == "weights" else float(np.nanmax(np.abs(shown), initial=0)) or 1.0
    data = [_heat(shown, kind, limit, name), *hatch.trace(shut), _numbers(values, kind, limit, scale)]
    return go.Figure({"data": data, "layout": _layout(values.shape, rows, columns, role, frames, scale)}, _validate=False)


def number(value: float) -> str:
    """A number as a cell writes it: whole ones whole, others with two decimals, extreme ones with a power of 10."""
    if value == -np.inf:
        return "−∞"
    size = abs(value)
    if size and (size < 0.005 or size >= 10_000):
        digits, power = f"{value:.0e}".split("e")
        written = f"{digits}e{int(power)}"
    else:
        written = f"{value + 0.0:.0f}" if value == round(value) else f"{value:.2f}"
    return written.replace("-", "−")


def _check(values: np.ndarray, rows: Sequence[str], columns: Sequence[str], kind: str) -> None:
    if kind not in ("tensor", "weights"):
        raise ValueError(f"kind {kind!r} is neither 'tensor' nor 'weights'")
    if values.ndim != 2:
        raise ValueError(f"a matrix has 2 axes, these values have {values.ndim}")
    for count, names, side in zip(values.shape, (rows, columns), ("rows", "columns"), strict=True):
        if names and len(names) != count:
            raise ValueError(f"{count} {side} do not fit {len(names)} labels")


def _heat(shown: np.ndarray, kind: str, limit: float, name: str) -> dict:
    return {
        "type": "heatmap",
        "z": shown.astype(np.float32),
        "x0": 0,
        "dx": 1,
        "y0": 0,
        "dy": 1,
        "zmin": 0 if kind == "weights" else -limit,
        "zmax": limit,
        "colorscale": theme.sequential() if kind == "weights" else theme.diverging(),
        "showscale": False,
        "xgap": theme.CELL_GAP,
        "ygap": theme.CELL_GAP,
        "name": labels.escaped(name),
        "hoverinfo": "none",
        "meta": {"head": None, "name": name, "origin": [0, 0]},
    }


def _numbers(values: np.ndarray, kind: str, limit: float, scale: float) -> dict:
    places = np.argwhere(~np.isnan(values))
    flat = values[places[:, 0], places[:, 1]]
    opacities = np.clip(np.where(np.isfinite(flat), np.abs(flat), 0) / limit, theme.PALEST, 1)
    hues = [theme.WEIGHTS if kind == "weights" else theme.NEGATIVE if value < 0 else theme.POSITIVE for value in flat]
    size = (theme.SMALL if values.shape[1] > MANY else theme.FONT_SIZE) * scale
    return ink.trace(places, [number(value) for value in flat], hues, opacities, size=size)


def _layout(shape, rows, columns, role: str | None, frames: Sequence[Frame], scale: float) -> dict:
    size = theme.FONT_SIZE * scale
    n_rows, n_columns = shape
    width = NARROW if n_columns > MANY else CELL_WIDTH
    slanted = labels.widest(columns) * theme.FONT_SIZE > width
    margin = {
        "l": round(size * (labels.widest(rows) + 0.9)) if rows else round(8 * scale),
        "r": round(8 * scale),
        "t": round(size * (labels.widest(columns) * 0.75 + 1 if slanted else 1.8)) if columns else round(5 * scale),
        "b": round(5 * scale),
    }
    row_axis, column_axis = _axis(rows, n_rows), _axis(columns, n_columns)
    colour = theme.ROLES[role].colour if role else theme.MUTED
    return theme.layout(
        scale=scale,
        xaxis=column_axis | {"side": "top", "tickangle": -45 if slanted else 0, "fixedrange": True},
        yaxis=row_axis | {"range": row_axis["range"][::-1], "fixedrange": True},
        margin=margin,
        width=round(width * scale * n_columns + margin["l"] + margin["r"]),
        height=round(CELL_HEIGHT * scale * n_rows + margin["t"] + margin["b"]),
        shapes=[*_brackets(n_rows, n_columns, colour, scale), *(_frame(frame, shape, scale) for frame in frames)],
        meta={
            "rows": labels.names(rows or _numbered(n_rows)),
            "columns": labels.names(columns or _numbered(n_columns)),
            "small": True,
        },
    )


def _axis(names: Sequence[str], count: int) -> dict:
    return labels.axis(names) if names else labels.axis(_numbered(count)) | {"showticklabels": False}


def _numbered(count: int) -> list[str]:
    return [str(place + 1) for place in range(count)]


def _brackets(n_rows: int, n_columns: int, colour: str, scale: float) -> list[dict]:
    """[ and ] around the cells."""
    top, bottom = -0.5, n_rows - 0.5
    line = {"color": colour, "width": 2.5 * scale}
    ends = ((-0.5, 0.12), (n_columns - 0.5, -0.12))
    paths = [f"M{x + hook},{top} L{x},{top} L{x},{bottom} L{x + hook},{bottom}" for x, hook in ends]
    return [{"type": "path", "path": path, "line": line, "layer": "above"} for path in paths]


def _frame(frame: Frame, shape: tuple[int, int], scale: float) -> dict:
    (top, bottom, _), (left, right, _) = (part.indices(count) for part, count in zip(frame, shape, strict=True))
    return {
        "type": "rect",
        "x0": left - 0.44,
        "x1": right - 0.56,
        "y0": top - 0.44,
        "y1": bottom - 0.56,
        "line": {"color": theme.ACCENT, "width": 2.5 * scale},
        "layer": "above",
    }
