"""A picture as one HTML file that needs nothing else."""

import numpy as np
import plotly.graph_objects as go
import plotly.io

from figures import labels, theme


def to_html(figure: go.Figure) -> str:
    """The figure as a whole HTML page with plotly.js inside (about 5 MB), on white, with the values under the pointer."""
    copy = figure.to_dict()
    layout, meta = copy["layout"], copy["layout"].get("meta", {})
    layout["font"] = layout.get("font", {}) | {"color": theme.INKS["light"], "family": "sans-serif"}
    layout["paper_bgcolor"] = theme.PAGES["light"]
    if "rows" in meta:
        for drawn, trace in zip(figure.data, copy["data"], strict=True):
            if trace["type"] == "heatmap":
                trace |= {"text": _hover(np.asarray(drawn.z), trace["meta"], meta), "hoverinfo": "text"}
    return plotly.io.to_html(
        copy, auto_play=False, include_plotlyjs=True, full_html=True, config={"displaylogo": False}, validate=False
    )


def _hover(values: np.ndarray, trace_meta: dict, meta: dict) -> list[list[str]]:
    """A text per cell: row → column, value."""
    row_scale = np.asarray(trace_meta.get("row_scale", 1.0)).reshape(-1, 1)
    first_row, first_column = trace_meta.get("origin", (0, 0))
    rows = [labels.escaped(name) for name in meta["rows"][first_row:]]
    columns = [labels.escaped(name) for name in meta["columns"][first_column:]]
    return [
        [f"{row} → {column}<br>{_number(value)}" for column, value in zip(columns, true_values, strict=False)]
        for row, true_values in zip(rows, values * row_scale, strict=False)
    ]


def _number(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.5g}"
