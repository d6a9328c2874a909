"""Pictures: numbers and labels in, a `plotly.graph_objects.Figure` out. Every visible word is an argument."""

from figures.curves import lines, spread
from figures.export import to_html
from figures.heads import head_grid, pooled
from figures.matrix import matrix
from figures.permissions import permissions
from figures.rows import row_bars
from figures.small import small_matrix
from figures.temperature import temperature
from figures.tensor import tensor

__all__ = [
    "head_grid",
    "lines",
    "matrix",
    "permissions",
    "pooled",
    "row_bars",
    "small_matrix",
    "spread",
    "temperature",
    "tensor",
    "to_html",
]
