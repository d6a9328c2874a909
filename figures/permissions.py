"""Who may look at whom: a grid of open and closed cells."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from figures import theme
from figures.matrix import matrix

OPEN = "✓"
PALE = 5.0
"""An open cell is painted with a fifth of the full colour: what counts is open or closed, not how much."""


def permissions(
    allowed: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    changed: np.ndarray | None = None,
    row_title: str = "",
    column_title: str = "",
    scale: float = 1.0,
) -> go.Figure:
    """A grid, queries down, keys across: ✓ where a query may look, hatched where not.

    allowed, changed: [query, key]; changed cells, such as those drawn by hand, carry a ring.
    Raises: ValueError when the grid does not fit in rows × columns.
    """
    figure = matrix(
        np.where(allowed, 1.0, np.nan), rows, columns, limit=PALE, row_title=row_title, column_title=column_title, scale=scale
    )
    for trace in figure.select_traces({"type": "scatter", "mode": "text"}):
        trace.text = [OPEN] * len(trace.x)
    if changed is not None and changed.any():
        figure.add_traces([_rings(changed, scale)])
    return figure


def _rings(changed: np.ndarray, scale: float) -> go.Scatter:
    places = np.argwhere(changed).astype(np.float32)
    marker = {"symbol": "circle-open", "size": 15 * scale, "color": theme.ACCENT, "line": {"width": 1.5 * scale}}
    return go.Scatter(x=places[:, 1], y=places[:, 0], mode="markers", marker=marker, hoverinfo="skip")
