"""Pictures: numbers and labels in, a `plotly.graph_objects.Figure` out. Every visible word is an argument."""

from figures.curves import lines, spread
from figures.export import to_html
from figures.heads import head_grid, pooled
from figures.matrix import matrix
from figures.rows import row_bars
from figures.temperature import temperature

__all__ = ["head_grid", "lines", "matrix", "pooled", "row_bars", "spread", "temperature", "to_html"]
