"""A tensor of three or four axes laid flat, so that one sees where every number goes when axes are cut, moved and merged."""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from figures import hatch, theme

CELL = 24
HEAD = "h"
GROUP = re.compile(r"\(([a-z ]+)\)|([a-z])")
Group = tuple[str, ...]


class _Line(NamedTuple):
    """A row or column of the picture: the index on each axis, and its place, gaps counted."""

    index: dict[str, int]
    place: int


def tensor(
    values: np.ndarray,
    axes: str,
    *,
    sizes: Mapping[str, int],
    most: Mapping[str, int],
    limit: float | None = None,
    scale: float = 1.0,
) -> go.Figure:
    """A cell per number, the deeper the larger its size, in the colour of the head it belongs to.

    axes: the axes in order, those in brackets merged: "b q (h d)". sizes: how long each is. most: how many of an axis are drawn,
    from the first; all where it says nothing. The last axis runs across, and heads just before it; all others run down.
    Tensors without heads are grey. limit: the size that gets the full colour, the largest shown by default. -inf is hatched.
    Raises: ValueError if the sizes do not give the values' shape.
    """
    groups = parse(axes)
    expected = tuple(int(np.prod([sizes[axis] for axis in group])) for group in groups)
    if values.shape != expected:
        raise ValueError(f"{axes!r} makes {expected}, the values have {values.shape}")
    split = -2 if len(groups) > 2 and groups[-2] == (HEAD,) else -1
    down, across = (_lines(side, sizes, most) for side in (groups[:split], groups[split:]))
    canvas, heads = _canvas(values, groups, sizes, down, across)
    limit = limit or float(np.abs(canvas, where=np.isfinite(canvas), out=np.zeros_like(canvas)).max()) or 1.0
    data = [_heat(canvas, theme.MUTED, limit) | {"opacity": 0, "hoverongaps": False, "meta": {"head": None}}]
    if HEAD in axes:
        colours = theme.head_colours(sizes[HEAD])
        for head in range(int(np.nanmax(heads)) + 1):
            data.append(_heat(np.where(heads == head, canvas, np.nan), colours[head], limit) | {"hoverinfo": "skip"})
    else:
        data.append(_heat(canvas, theme.MUTED, limit) | {"hoverinfo": "skip"})
    data += hatch.trace(np.isneginf(canvas))
    return go.Figure({"data": data, "layout": _layout(canvas.shape, groups[:split], groups[split:], down, across, sizes, scale)},
                     _validate=False)  # fmt: skip


def parse(axes: str) -> list[Group]:
    """`b q (h d)` as [("b",), ("q",), ("h", "d")]."""
    return [tuple((merged or single).split()) for merged, single in GROUP.findall(axes)]


def _lines(groups: Sequence[Group], sizes: Mapping[str, int], most: Mapping[str, int]) -> list[_Line]:
    """Every index of these axes that is drawn, with a gap wherever another group than the last moves on."""
    names = [axis for group in groups for axis in group]
    outer = [tuple(group) for group in groups[:-1]]
    lines, place, before = [], 0, None
    for index in product(*(range(min(sizes[axis], most.get(axis, sizes[axis]))) for axis in names)):
        at = dict(zip(names, index, strict=True))
        if before is not None:
            place += 1 + sum(any(at[axis] != before[axis] for axis in group) for group in outer)
        lines.append(_Line(at, place))
        before = at
    return lines


def _canvas(values: np.ndarray, groups: list[Group], sizes: Mapping[str, int], down: list[_Line], across: list[_Line]):
    """The numbers at their places, and the head of each; NaN in the gaps. -inf stays -inf."""
    names = [axis for group in groups for axis in group]
    whole = values.reshape([sizes[axis] for axis in names])
    canvas = np.full((down[-1].place + 1, across[-1].place + 1), np.nan, np.float32)
    heads = np.full(canvas.shape, np.nan, np.float32)
    for row in down:
        for column in across:
            at = row.index | column.index
            canvas[row.place, column.place] = whole[tuple(at[axis] for axis in names)]
            heads[row.place, column.place] = at.get(HEAD, 0)
    return canvas, heads


def _heat(canvas: np.ndarray, colour: str, limit: float) -> dict:
    full, none = theme.rgba(colour, 1), theme.rgba(colour, 2 * theme.PALEST)
    return {
        "type": "heatmap",
        "z": np.where(np.isfinite(canvas), canvas, np.nan).astype(np.float32),
        "x0": 0,
        "dx": 1,
        "y0": 0,
        "dy": 1,
        "zmin": -limit,
        "zmax": limit,
        "colorscale": [[0, full], [0.5, none], [1, full]],
        "showscale": False,
        "xgap": 1,
        "ygap": 1,
        "hoverinfo": "none",
    }


def _layout(shape, down_groups, across_groups, down, across, sizes, scale) -> dict:
    rows, columns = shape
    size = theme.SMALL * scale
    margin = {"l": round(size * (4.2 if len(down_groups) > 2 else 2.6)), "r": 4, "t": round(size * 1.8), "b": 4}
    labels = [
        {"y": place, "x": -0.5, "xanchor": "right", "xshift": -4, "text": text, "showarrow": False, "font": {"size": size}}
        for text, place in _blocks(down_groups, down, sizes)
    ]
    labels += [
        {"x": place, "y": -0.5, "yanchor": "bottom", "yshift": 2, "text": text, "showarrow": False, "font": {"size": size}}
        for text, place in _blocks(across_groups, across, sizes)
    ]
    return theme.layout(
        scale=scale,
        xaxis=theme.bare_axis(range=[-0.5, columns - 0.5], constrain="domain"),
        yaxis=theme.bare_axis(range=[rows - 0.5, -0.5], scaleanchor="x", constrain="domain"),
        margin=margin,
        height=round(CELL * scale * rows + margin["t"] + margin["b"]),
        annotations=labels,
        meta={
            "rows": _names(down, rows),
            "columns": _names(across, columns),
            "square": {"rows": rows, "columns": columns, "cell": CELL * scale, "label": 0},
        },
    )


def _blocks(groups: Sequence[Group], lines: list[_Line], sizes: Mapping[str, int]) -> list[tuple[str, float]]:
    """What stands beside each block of lines: the index on every group but the last, a merged one as the one index it is."""
    places: dict[str, list[int]] = {}
    for line in lines:
        text = " ".join(_index(group, line.index, sizes) for group in groups[:-1])
        places.setdefault(text, []).append(line.place)
    return [(text, (found[0] + found[-1]) / 2) for text, found in places.items() if text]


def _index(group: Group, at: Mapping[str, int], sizes: Mapping[str, int]) -> str:
    if len(group) == 1:
        return f"{group[0]}{at[group[0]]}"
    number = 0
    for axis in group:
        number = number * sizes[axis] + at[axis]
    return str(number)


def _names(lines: list[_Line], count: int) -> list[str]:
    names = [""] * count
    for line in lines:
        names[line.place] = " ".join(f"{axis}={index}" for axis, index in line.index.items())
    return names
