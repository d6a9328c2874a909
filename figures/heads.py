"""All heads of a layer at once, and the pooled overview of long texts."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from figures import hatch, labels, theme

NARROW, WIDE = 108, 165
"""Width a tile is given, in px, before another column of tiles is opened: that of a short sentence, and that of a long text."""
SHORT = 24
"""Words up to which a sentence counts as short."""


def head_grid(
    weights: np.ndarray,
    rows: Sequence[str],
    columns: Sequence[str],
    names: Sequence[str],
    *,
    details: Sequence[str] | None = None,
    allowed: np.ndarray | None = None,
    ceiling: str = "one",
    n_across: int = 4,
    scale: float = 1.0,
) -> go.Figure:
    """Every head as a tile in one plot, queries down, keys across.

    weights: [head, query, key]; NaN is drawn as forbidden, as is False in `allowed` ([query, key] or [head, query, key]).
    rows, columns: tokens of queries and keys. names, details: written above each tile, left and right.
    ceiling: what the full colour means: "one" = weight 1, "head" = the head's largest weight, "row" = the row's largest weight.
    n_across: tiles in a row; `ui.components.plot` chooses its own by the width it has.
    Raises: ValueError when rows, columns or names do not fit the weights, or the ceiling is unknown.
    """
    weights = _checked(weights, rows, columns, names)
    shown = weights if allowed is None else np.where(allowed, weights, np.nan)
    tiles = _Tiles(*shown.shape, n_across=n_across)
    colours = theme.head_colours(len(shown))
    data, annotations = [], []
    first_with = {}  # the first head of each mask: its hatch need be sent only once, the others are "like" it
    for head, values in enumerate(shown):
        x, y = tiles.origin(head)
        data.append(_heat(values, colours[head], names[head], head, ceiling) | {"x0": x, "y0": y})
        forbidden = np.isnan(values)
        like = first_with.setdefault(forbidden.tobytes(), head)
        data += hatch.trace(forbidden, x=x, y=y, meta={"tile": head, "like": like})
        annotations += tiles.titles(head, names[head], "" if details is None else details[head], colours[head], scale)
    return go.Figure(
        {
            "data": data,
            "layout": theme.layout(
                scale=scale,
                xaxis=theme.bare_axis(range=tiles.x_range, constrain="domain"),
                yaxis=theme.bare_axis(range=tiles.y_range, scaleanchor="x", constrain="domain"),
                margin={"l": 0, "r": 0, "t": 0, "b": 0},
                height=round(tiles.width * n_across * tiles.ratio),
                shapes=[tiles.card(head) for head in range(len(shown))],
                annotations=annotations,
                meta={"rows": labels.names(rows), "columns": labels.names(columns), "tiles": tiles.meta(scale)},
            ),
        },
        _validate=False,
    )


def pooled(weights: np.ndarray, size: int) -> tuple[np.ndarray, list[tuple[int, int]], list[tuple[int, int]]]:
    """Largest weight in each block of a long map, so that nothing strong is lost: at most `size` blocks each way.

    weights: [..., query, key]; NaN is left out, a block of nothing else stays NaN.
    Returns: the pooled weights, and (start, stop) of each block of queries and of keys.
    """
    row_starts, column_starts = (np.linspace(0, n, min(n, size) + 1).astype(int) for n in weights.shape[-2:])
    values = np.fmax.reduceat(np.fmax.reduceat(weights, row_starts[:-1], axis=-2), column_starts[:-1], axis=-1)
    return values, *([*zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)] for starts in (row_starts, column_starts))


def _checked(weights: np.ndarray, rows: Sequence[str], columns: Sequence[str], names: Sequence[str]) -> np.ndarray:
    weights = np.asarray(weights)
    expected = (len(names), len(rows), len(columns))
    if weights.shape != expected:
        raise ValueError(f"weights have shape {weights.shape}, but names, rows and columns count {expected}")
    return weights


def _heat(values: np.ndarray, colour: str, name: str, head: int, ceiling: str) -> dict:
    top, meta = 1.0, {"head": head, "tile": head, "name": name}
    if ceiling == "head":
        top = float(np.nanmax(values, initial=0)) or 1.0
    elif ceiling == "row":
        largest = np.fmax.reduce(values, axis=1, initial=0)
        largest[largest == 0] = 1
        values = values / largest[:, None]
        meta["row_scale"] = largest.tolist()
    elif ceiling != "one":
        raise ValueError(f"ceiling {ceiling!r} is none of 'one', 'head', 'row'")
    gap = 0.5 if max(values.shape) <= SHORT else 0
    return {
        "type": "heatmap",
        "z": values.astype(np.float32),
        "dx": 1,
        "dy": 1,
        "zmin": 0,
        "zmax": top,
        "colorscale": theme.sequential(colour),
        "showscale": False,
        "xgap": gap,
        "ygap": gap,
        "name": labels.escaped(name),
        "hoverinfo": "none",
        "meta": meta,
    }


class _Tiles:
    """Where tiles lie, in cells: a card with a band for its title above the map, cards in rows of `n_across`."""

    def __init__(self, n_heads: int, n_rows: int, n_columns: int, *, n_across: int) -> None:
        self.n_heads, self.n_rows, self.n_columns = n_heads, n_rows, n_columns
        self.n_across = min(n_across, n_heads)
        self.width = NARROW if max(n_rows, n_columns) <= SHORT else WIDE
        side = max(n_rows, n_columns)
        self.padding, self.band, self.gap = 0.06 * side, 0.15 * side, 0.05 * side
        self.step_x = n_columns + 2 * self.padding + self.gap
        self.step_y = n_rows + 2 * self.padding + self.band + self.gap

    def origin(self, head: int) -> tuple[float, float]:
        """Position of the tile's cell (0, 0)."""
        down, across = divmod(head, self.n_across)
        return across * self.step_x, down * self.step_y

    @property
    def x_range(self) -> list[float]:
        start = -0.5 - self.padding - self.gap / 2
        return [start, start + self.n_across * self.step_x]

    @property
    def y_range(self) -> list[float]:
        start = -0.5 - self.padding - self.band - self.gap / 2
        return [start + -(-self.n_heads // self.n_across) * self.step_y, start]

    @property
    def ratio(self) -> float:
        """Height over width of the whole."""
        return -(-self.n_heads // self.n_across) * self.step_y / (self.n_across * self.step_x)

    def card(self, head: int) -> dict:
        x, y = self.origin(head)
        left, top = x - 0.5 - self.padding, y - 0.5 - self.padding - self.band
        right, bottom = left + self.step_x - self.gap, top + self.step_y - self.gap
        return {
            "type": "path",
            "path": rounded(left, top, right, bottom, radius=0.05 * max(self.n_rows, self.n_columns)),
            "name": f"tile {head}",
            "layer": "below",
            "fillcolor": theme.CARD,
            "line": {"color": theme.GRID, "width": 1},
        }

    def titles(self, head: int, name: str, detail: str, colour: str, scale: float) -> list[dict]:
        x, y = self.origin(head)
        common = {
            "y": y - 0.5 - self.band / 2 - self.padding / 3,
            "yanchor": "middle",
            "showarrow": False,
            "name": f"tile {head}",
        }
        dot = f'<span style="color:{colour};font-size:{1.5 * theme.SMALL * scale:g}px">●</span> '
        title = {"x": x - 0.5, "xanchor": "left", "text": dot + labels.escaped(name), "font": {"size": theme.SMALL * scale}}
        if not detail:
            return [common | title]
        right = {"x": x - 0.5 + self.n_columns, "xanchor": "right", "text": labels.escaped(detail), "opacity": 0.65}
        return [common | title, common | right | {"font": {"size": (theme.SMALL - 1) * scale}}]

    def meta(self, scale: float) -> dict:
        """What the browser needs to lay the tiles out anew for its own width."""
        return {
            "count": self.n_heads,
            "across": self.n_across,
            "step": [self.step_x, self.step_y],
            "width": self.width * scale,
        }


def rounded(left: float, top: float, right: float, bottom: float, *, radius: float) -> str:
    """SVG path of a rectangle with round corners; y grows downwards."""
    corners = {
        "l": left,
        "t": top,
        "r": right,
        "b": bottom,
        "L": left + radius,
        "T": top + radius,
        "R": right - radius,
        "B": bottom - radius,
    }
    path = "M{L},{t} L{R},{t} Q{r},{t} {r},{T} L{r},{B} Q{r},{b} {R},{b} L{L},{b} Q{l},{b} {l},{B} L{l},{T} Q{l},{t} {L},{t} Z"
    return path.format(**{name: f"{place:.5g}" for name, place in corners.items()})
