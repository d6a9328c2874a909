"""One matrix in detail: the weights or scores of a head, or any tensor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from figures import hatch, ink, labels, theme

WRITTEN = 20
"""Rows and columns up to which values are written into the cells."""

ZOOMED = 40
"""Rows and columns up to which a drag does nothing; in larger matrices it zooms in."""


@dataclass(frozen=True)
class _Kind:
    colour_scale: list[list]
    low: float
    high: float
    decimals: int


def matrix(
    values: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    kind: str = "weights",
    row_title: str = "",
    column_title: str = "",
    name: str = "",
    head: int | None = None,
    allowed: np.ndarray | None = None,
    totals: str = "",
    limit: float | None = None,
    origin: tuple[int, int] = (0, 0),
    scale: float = 1.0,
) -> go.Figure:
    """One matrix: rows (queries) down, columns (keys) across, values written in the cells while there are few.

    values: [row, column]; what is not finite is forbidden, as is False in `allowed`, and takes no part in the colour range.
    kind: "weights" (0 to `limit`, 1 by default), "scores" or "tensor" (−`limit` to `limit`, the largest size by default).
    head: its colour is used for weights. totals: header of a column of row sums, left out when empty.
    origin: the (row, column) of values[0, 0] when `values` is a window; rows and columns are always those of the whole.
    Raises: ValueError when the values do not fit in rows × columns, or the kind is unknown.
    """
    values = np.asarray(values, dtype=np.float32)
    _check(values, rows, columns, origin)
    forbidden = ~np.isfinite(values) if allowed is None else ~np.isfinite(values) | ~np.broadcast_to(allowed, values.shape)
    shown = np.where(forbidden, np.nan, values).astype(np.float32)
    colour = theme.WEIGHTS if head is None else theme.head_colour(head)
    looks = _looks(kind, shown, colour, limit)
    data = [_heat(shown, looks, name, head, origin), *hatch.trace(forbidden, x=origin[1], y=origin[0])]
    if max(values.shape) <= WRITTEN:
        data.append(_numbers(shown, looks, colour, origin, scale))
    if totals:
        data.append(_totals(shown, looks, origin, scale))
    return go.Figure(
        {"data": data, "layout": _layout(values.shape, rows, columns, row_title, column_title, totals, origin, scale)},
        _validate=False,
    )


def _check(values: np.ndarray, rows: Sequence[str], columns: Sequence[str], origin: tuple[int, int]) -> None:
    if values.ndim != 2:
        raise ValueError(f"a matrix has 2 axes, these values have {values.ndim}")
    for count, start, tokens, side in zip(values.shape, origin, (rows, columns), ("rows", "columns"), strict=True):
        if start < 0 or start + count > len(tokens):
            raise ValueError(f"{count} {side} from {start} on do not fit {len(tokens)} labels")


def _looks(kind: str, shown: np.ndarray, colour: str, limit: float | None) -> _Kind:
    if kind == "weights":
        return _Kind(theme.sequential(colour), 0.0, limit or 1.0, 2)
    if kind not in ("scores", "tensor"):
        raise ValueError(f"kind {kind!r} is none of 'weights', 'scores', 'tensor'")
    size = limit or float(np.nanmax(np.abs(shown), initial=0)) or 1.0
    return _Kind(theme.diverging(), -size, size, 1 if size >= 10 else 2)


def _heat(shown: np.ndarray, looks: _Kind, name: str, head: int | None, origin: tuple[int, int]) -> dict:
    gap = theme.CELL_GAP if max(shown.shape) <= 32 else 0
    return {
        "type": "heatmap",
        "z": shown,
        "x0": origin[1],
        "dx": 1,
        "y0": origin[0],
        "dy": 1,
        "zmin": looks.low,
        "zmax": looks.high,
        "colorscale": looks.colour_scale,
        "showscale": False,
        "xgap": gap,
        "ygap": gap,
        "name": labels.escaped(name),
        "hoverinfo": "none",
        "meta": {"head": head, "name": name, "origin": list(origin)},
    }


def _numbers(shown: np.ndarray, looks: _Kind, colour: str, origin: tuple[int, int], scale: float) -> dict:
    """Values in their cells; those that would read 0.00 are left out."""
    written = np.argwhere(np.abs(np.nan_to_num(shown)) >= 0.5 * 10**-looks.decimals)
    values = shown[written[:, 0], written[:, 1]]
    opacities = np.clip(np.abs(values) / looks.high, theme.PALEST, 1)
    hues = [colour if looks.low == 0 else theme.NEGATIVE if value < 0 else theme.POSITIVE for value in values]
    texts = [_written(value, looks.decimals) for value in values]
    return ink.trace(written + np.array(origin), texts, hues, opacities, size=theme.SMALL * scale)


def _written(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}".replace("-", "−")


def _totals(shown: np.ndarray, looks: _Kind, origin: tuple[int, int], scale: float) -> dict:
    sums = np.nansum(shown, axis=1)
    return {
        "type": "scatter",
        "mode": "text",
        "x": np.full(len(sums), origin[1] + shown.shape[1]),
        "y": np.arange(len(sums)) + origin[0],
        "text": [_written(value, looks.decimals) for value in sums],
        "textfont": {"size": theme.SMALL * scale},
        "opacity": 0.65,
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _layout(shape, rows, columns, row_title, column_title, totals, origin, scale) -> dict:
    size = theme.FONT_SIZE * scale
    (n_rows, n_columns), (first_row, first_column) = shape, origin
    widest_row = labels.widest(rows[first_row : first_row + n_rows])
    widest_column = labels.widest(columns[first_column : first_column + n_columns])
    slanted = widest_column > 2.2
    margin = {
        "l": round(size * (widest_row + 1 + (1.8 if row_title else 0))),
        "r": round(size * (widest_column * 0.6 + 0.5 if slanted else 1)),
        "t": round(size * (widest_column * 0.75 + 1 if slanted else 2)),
        "b": round(size * (2.4 if column_title else 0.5)),
    }
    cell = min(theme.CELL * scale, 640 * scale / max(n_columns + bool(totals), 1))
    row_axis = labels.axis(rows, first=first_row, count=n_rows)
    column_axis = labels.axis(columns, first=first_column, count=n_columns)
    if totals:
        column_axis["range"][1] += 1
    return theme.layout(
        scale=scale,
        xaxis=column_axis | {"side": "top", "tickangle": -45 if slanted else 0, "constrain": "domain"},
        yaxis=row_axis | {"range": row_axis["range"][::-1], "scaleanchor": "x", "constrain": "domain"},
        margin=margin,
        dragmode="zoom" if max(shape) > ZOOMED else False,
        height=round(cell * n_rows + margin["t"] + margin["b"]),
        annotations=_titles(row_title, column_title, totals, n_columns + first_column, first_row, margin, scale),
        meta={
            "rows": labels.names(rows),
            "columns": labels.names(columns),
            "square": {"rows": n_rows, "columns": n_columns + bool(totals), "cell": theme.CELL * scale, "label": widest_column},
        },
    )


def _titles(row_title: str, column_title: str, totals: str, last: int, first_row: int, margin: dict, scale: float) -> list[dict]:
    plain = {"showarrow": False, "opacity": 0.7, "font": {"size": theme.FONT_SIZE * scale}}
    across = {"xref": "x domain", "x": 0.5, "yref": "y domain", "y": 0, "yanchor": "top", "yshift": -8 * scale}
    down = {"xref": "x domain", "x": 0, "xanchor": "center", "yref": "y domain", "y": 0.5, "textangle": -90}
    result = []
    if column_title:
        result.append(plain | across | {"text": labels.escaped(column_title)})
    if row_title:
        result.append(plain | down | {"text": labels.escaped(row_title), "xshift": -margin["l"] + 10 * scale})
    if totals:
        result.append(plain | {"x": last, "y": first_row - 0.5, "yanchor": "bottom", "text": labels.escaped(totals)})
    return result
