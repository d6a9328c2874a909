"""The hatched grey that marks cells where looking is forbidden."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from figures import theme

Run = tuple[int, int]


def outlines(forbidden: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Polygons around the True cells of `forbidden [row, column]`, cell (r, c) spanning r ± 0.5 and c ± 0.5.

    Returns: x and y of the corners as float32, NaN between polygons. A staircase (a causal mask) is one polygon.
    """
    return _outlines(forbidden.shape, forbidden.tobytes())


@lru_cache(maxsize=8)
def _outlines(shape: tuple[int, int], cells: bytes) -> tuple[np.ndarray, np.ndarray]:
    """The heads of a layer mostly share one mask: outlined once, and on no rerun again."""
    polygons = [_polygon(first, runs) for first, runs in _chains(np.frombuffer(cells, bool).reshape(shape))]
    if not polygons:
        return np.empty(0, np.float32), np.empty(0, np.float32)
    corners = np.concatenate(polygons)[:-1].astype(np.float32)
    return corners[:, 0], corners[:, 1]


def _chains(forbidden: np.ndarray) -> Iterator[tuple[int, list[Run]]]:
    """Runs of True cells that continue from row to row: (first row, one run per row)."""
    open_chains: list[tuple[int, list[Run]]] = []
    for row, edges in enumerate(np.diff(forbidden.astype(np.int8), prepend=0, append=0)):
        runs = [(int(left), int(right)) for left, right in np.flatnonzero(edges).reshape(-1, 2)]
        if len(runs) == len(open_chains) and all(
            _overlap(chain[-1], run) for (_, chain), run in zip(open_chains, runs, strict=True)
        ):
            for (_, chain), run in zip(open_chains, runs, strict=True):
                chain.append(run)
        else:
            yield from open_chains
            open_chains = [(row, [run]) for run in runs]
    yield from open_chains


def _overlap(above: Run, below: Run) -> bool:
    return above[0] < below[1] and below[0] < above[1]


def _polygon(first: int, runs: list[Run]) -> np.ndarray:
    rows = range(first, first + len(runs))
    down = [(run[0], edge) for row, run in zip(rows, runs, strict=True) for edge in (row, row + 1)]
    back = [(run[1], edge) for row, run in zip(reversed(rows), reversed(runs), strict=True) for edge in (row + 1, row)]
    corners = np.array([*down, *back, down[0]], dtype=float) - 0.5
    straight = np.zeros(len(corners), bool)
    steps = np.diff(corners, axis=0)
    straight[1:-1] = (steps[:-1] == 0).all(1) | ((steps[:-1, 0] == 0) & (steps[1:, 0] == 0))
    return np.vstack([corners[~straight], [[np.nan, np.nan]]])


def trace(forbidden: np.ndarray, *, x: float = 0.0, y: float = 0.0, **more) -> list[dict]:
    """The hatched area as a list of one trace, or of none when nothing is forbidden. x, y: position of cell (0, 0)."""
    across, down = outlines(forbidden)
    if not len(across):
        return []
    return [
        {
            "type": "scatter",
            "x": across + np.float32(x),
            "y": down + np.float32(y),
            "mode": "lines",
            "line": {"width": 0},
            "fill": "toself",
            "fillpattern": theme.HATCH,
            "hoverinfo": "skip",
            **more,
        }
    ]
