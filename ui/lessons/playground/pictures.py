"""The Playground's pictures of one layer: all heads, one head in detail, one row."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import plotly.graph_objects as go
import torch

import figures
from attention_core.heads import key_head_of
from figures import labels
from ui import frame
from ui.lessons.playground.closeup import Blocks, Closeup
from ui.lessons.playground.limits import BARS, CLEAR, POOLED
from ui.lessons.playground.wording import details, short_names
from ui.texts import t


def grid(closeup: Closeup) -> tuple[go.Figure, Blocks | None]:
    """Every head as a tile; of a long text pooled, with the blocks that a cell stands for."""
    heads = closeup.heads
    ceiling = "one" if len(heads.units) <= CLEAR else "head"
    looks = {"details": details(closeup), "ceiling": ceiling, "scale": frame.type_scale()}
    draw = partial(figures.head_grid, names=short_names(closeup), **looks)
    if not closeup.is_long:
        return draw(heads.weights, heads.units, heads.units, allowed=heads.allowed), None
    weights = heads.weights if heads.allowed is None else np.where(heads.allowed, heads.weights, np.nan)
    pooled, blocks, _ = figures.pooled(weights, POOLED)
    names = [f"{heads.units[first]}…{heads.units[stop - 1]}" for first, stop in blocks]
    return draw(pooled, names, names), blocks


def detail(closeup: Closeup) -> go.Figure:
    """The step that is looked at, of the head that is looked at."""
    if closeup.view.tensor == "weights":
        return _weights(closeup)
    layer = closeup.run.layers[closeup.layer]
    tokens = closeup.run.tokens.labels
    values = _of_head(getattr(layer, closeup.view.tensor), closeup).cpu().numpy()
    window = closeup.window(len(tokens), tokens=True)
    if closeup.view.tensor in ("dots", "scores"):
        return _matrix(values[window, window], tokens, tokens, kind="scores", origin=(window.start, window.start))
    numbers = [str(number) for number in range(values.shape[1])]
    titles = {"column_title": t("playground.dimensions")}
    return _matrix(values[window], tokens, numbers, kind="tensor", origin=(window.start, 0), **titles)


def row(closeup: Closeup) -> go.Figure:
    """The selected word's row as bars; of a long row the largest weights alone, in reading order."""
    heads, head, query = closeup.heads, closeup.head, closeup.query
    shown = np.sort(np.argsort(-heads.weights[head, query], kind="stable")[:BARS])
    names = labels.names(heads.units) if len(shown) < len(heads.units) else heads.units
    weights = [*heads.weights[head, query, shown], *(given[head, query] for given in heads.aside.values())]
    allowed = None
    if closeup.allowed(head) is not None:
        allowed = np.array([*closeup.allowed(head)[query, shown], *[weight > 0 for weight in weights[len(shown) :]]])
    keys = [*(names[place] for place in shown), *heads.aside]
    return figures.row_bars(np.array(weights), keys, head=head, allowed=allowed, scale=frame.type_scale())


def _weights(closeup: Closeup) -> go.Figure:
    heads, head = closeup.heads, closeup.head
    window = closeup.window(len(heads.units))
    allowed = None if closeup.allowed(head) is None else closeup.allowed(head)[window, window]
    return _matrix(
        heads.weights[head, window, window],
        heads.units,
        heads.units,
        kind="weights",
        head=head,
        allowed=allowed,
        limit=None if len(heads.units) <= CLEAR else float(heads.weights[head].max()),
        totals=t("playground.sum") if window == slice(0, len(heads.units)) else "",
        origin=(window.start, window.start),
    )


def _matrix(values: np.ndarray, rows: Sequence[str], columns: Sequence[str], **more) -> go.Figure:
    titles = {"row_title": t("playground.rows"), "column_title": t("playground.columns")}
    return figures.matrix(values, rows, columns, scale=frame.type_scale(), **(titles | more))


def _of_head(tensor: torch.Tensor, closeup: Closeup) -> torch.Tensor:
    """A head's share of a tensor; keys and values may be shared, and the mixed output has no heads."""
    if tensor.dim() == 2:
        return tensor
    return tensor[key_head_of(closeup.head, closeup.n_heads, tensor.shape[0])]
