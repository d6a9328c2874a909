"""A part of the weights of an input so long that all of them would not fit: n = 32,768 and 8 heads would take 34 GB."""

from functools import partial

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention_core.attend import check_shapes, dot_products, scale_or_default, weigh

ROWS_HELD = 16


@torch.no_grad()
def weights_in(
    query: Float[Tensor, "b h q d"],
    key: Float[Tensor, "b g k d"],
    *,
    rows: range,
    columns: range | None = None,
    allowed: Bool[Tensor, "#b #h #rows k"] | None = None,
    bias: Float[Tensor, "#b #h #rows k"] | None = None,
    scale: float | None = None,
) -> Float[Tensor, "b h rows columns"]:
    """The weights that `attend` gives the queries in `rows` for the keys in `columns` (None: all), to the last digit.

    ROWS_HELD queries at a time meet all keys, are scaled to add to 1, and are cut to the columns: beside its result, the
    function holds ROWS_HELD rows of the grid.
    allowed, bias: for these rows alone, or the same for every row.
    Raises: ValueError if rows or columns lie outside the grid.
    """
    columns = range(key.shape[2]) if columns is None else columns
    check_shapes(query, key, key)
    check_inside("rows", rows, query.shape[2])
    check_inside("columns", columns, key.shape[2])
    weights = torch.empty(*query.shape[:2], len(rows), len(columns), device=query.device)
    for first in range(0, len(rows), ROWS_HELD):
        part = slice(first, min(first + ROWS_HELD, len(rows)))
        queries = query[:, :, rows[part].start : rows[part].stop]
        settings = {"allowed": _rows_of(allowed, part), "bias": _rows_of(bias, part), "scale": scale_or_default(query, scale)}
        full_rows = weigh(partial(dot_products, queries, key), **settings)
        weights[:, :, part] = full_rows[..., columns.start : columns.stop]
    return weights


def check_inside(name: str, places: range, n: int) -> None:
    """Raises: ValueError naming both if the places are not a run of neighbours among n."""
    if places.step != 1 or not 0 <= places.start < places.stop <= n:
        raise ValueError(f"{name} {places} must be neighbours among 0 … {n - 1}")


def _rows_of(grid: Tensor | None, part: slice) -> Tensor | None:
    return grid if grid is None or grid.shape[-2] == 1 else grid[..., part, :]
