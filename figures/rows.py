"""One row of weights as bars with numbers."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from figures import labels, theme


def row_bars(
    weights: np.ndarray,
    tokens: Sequence[str],
    *,
    head: int | None = None,
    name: str = "",
    allowed: np.ndarray | None = None,
    decimals: int = 3,
    scale: float = 1.0,
) -> go.Figure:
    """How one query spreads its weight: a bar and a number per key, in reading order, each bar on a track from 0 to 1.

    weights: [key]; NaN, and False in `allowed`, are forbidden: a hatched track and – for the number.
    Raises: ValueError when weights and tokens differ in number.
    """
    weights = np.asarray(weights, dtype=np.float32)
    if weights.shape != (len(tokens),):
        raise ValueError(f"weights have shape {weights.shape}, but there are {len(tokens)} tokens")
    forbidden = np.isnan(weights) if allowed is None else np.isnan(weights) | ~np.asarray(allowed)
    values = np.where(forbidden, 0, weights)
    positions = np.arange(len(tokens))
    bar = {"type": "bar", "orientation": "h", "y": positions, "width": 0.5}
    colour = theme.WEIGHTS if head is None else theme.head_colour(head)
    pattern = {"shape": ["/" if closed else "" for closed in forbidden]} | {
        key: theme.HATCH[key] for key in ("size", "solidity", "fgcolor")
    }
    track = {"color": theme.TRACK, "cornerradius": 5 * scale, "line": {"width": 0}, "pattern": pattern}
    texts = ["–" if closed else f"{value:.{decimals}f}" for value, closed in zip(values, forbidden, strict=True)]
    axis = labels.axis(tokens)
    filled = {"color": colour, "cornerradius": 5 * scale, "line": {"width": 0}}
    numbers = {
        "text": texts,
        "textposition": "outside",
        "constraintext": "none",
        "textfont": {"size": theme.SMALL * scale},
        "cliponaxis": False,
    }
    data = [
        bar | {"x": np.ones(len(tokens)), "marker": track, "hoverinfo": "skip"} | numbers,
        bar | {"x": values, "marker": filled, "name": labels.escaped(name), "hoverinfo": "none", "meta": {"head": head}},
    ]
    size = theme.FONT_SIZE * scale
    margin = {"l": round(size * (labels.widest(tokens) + 1)), "r": round(size * (decimals * 0.6 + 1.5)), "t": 4, "b": 4}
    return go.Figure(
        {
            "data": data,
            "layout": theme.layout(
                scale=scale,
                barmode="overlay",
                xaxis=theme.bare_axis(range=[0, 1], fixedrange=True),
                yaxis=axis | {"range": axis["range"][::-1], "fixedrange": True},
                margin=margin,
                height=round(theme.BAR_HEIGHT * scale * max(len(tokens), 1) + margin["t"] + margin["b"]),
                meta={"columns": labels.names(tokens)},
            ),
        },
        _validate=False,
    )
