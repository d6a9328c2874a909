"""The Playground's pictures of one layer: all heads, one head in detail, one row, and the same numbers as a table."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import torch

import figures
from attention_core import ModelTrace
from attention_core.heads import key_head_of
from attention_core.model import Relation
from ui import frame, links, runs
from ui.components import Selection
from ui.texts import t
from ui.views import Playground

EXACT = 128  # units up to which the overview shows every weight
CLEAR = 32  # units up to which one scale serves all heads; longer rows have small weights, and each head gets its own
BARS = 24  # keys of a row drawn as bars
POOLED = 64  # blocks each way above EXACT
WINDOW = 48  # units of a long text that the detail shows around the selection
HAN = re.compile(r"[\u3400-\u9fff]")
Blocks = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Closeup:
    """What is looked at: a run, one of its layers (from 0) rolled up to units, and the visitor's view of it."""

    view: Playground
    spec: runs.RunSpec
    run: ModelTrace
    layer: int
    heads: runs.Heads

    @property
    def n_heads(self) -> int:
        return len(self.heads.weights)

    @property
    def head(self) -> int:
        """The head in detail: the selected one, else the first."""
        return self.view.head if self.view.head is not None and self.view.head < self.n_heads else 0

    @property
    def query(self) -> int:
        """The row in detail: the selected word, else where the head's strongest link starts."""
        if self._fits(self.view.query):
            return self.view.query
        link = self.heads.links[self.head]
        return 0 if link is None else link[0]

    @property
    def selection(self) -> Selection:
        """What every picture shows as selected."""
        view = self.view
        head = view.head if view.head is not None and view.head < self.n_heads else None
        return Selection(head, *(place if self._fits(place) else None for place in (view.query, view.key)))

    @property
    def is_long(self) -> bool:
        return len(self.heads.units) > EXACT

    def _fits(self, place: int | None) -> bool:
        return place is not None and place < len(self.heads.units)


def look(view: Playground) -> Closeup:
    """Run what the view asks for and look at the layer it names, else at the one that holds relations, else at the last."""
    spec = runs.playground_spec(view)
    run = runs.trace(spec)
    last = len(run.layers) - 1
    telling = last if run.card.relation_layer is None else run.card.relation_layer
    layer = min(view.layer - 1, last) if view.layer else telling
    return Closeup(view, spec, run, layer, runs.heads(spec, layer))


def relations(closeup: Closeup) -> dict[int, Relation]:
    """The relation that each head of the layer follows best, by head, as measured in the text's own language."""
    found = closeup.run.card.heads_for("zh" if HAN.search(closeup.run.tokens.text) else "en").values()
    here = (relation for relation in found if relation.layer == closeup.layer)
    return {relation.head: relation for relation in sorted(here, key=lambda relation: relation.f1)}


def holds_relations(closeup: Closeup) -> bool:
    """Is this the layer whose heads were taught to follow relations?"""
    return closeup.run.card.relation_layer == closeup.layer


def short_names(closeup: Closeup) -> list[str]:
    """What stands on a head's arcs and over its tile: its relation, else its number."""
    known = relations(closeup)
    return [
        t(f"playground.family.{known[head].family}") if head in known else t("playground.head_name", number=head + 1)
        for head in range(closeup.n_heads)
    ]


def head_names(closeup: Closeup) -> list[str]:
    """How each head is called: its number, and its relation where it has one."""
    numbers = [t("playground.head_name", number=head + 1) for head in range(closeup.n_heads)]
    return [
        number if number == short else t("playground.head_named", head=number, name=short)
        for number, short in zip(numbers, short_names(closeup), strict=True)
    ]


def source(closeup: Closeup) -> str:
    """Which weights were run, and which layer is on screen."""
    layer = closeup.layer + 1
    if closeup.spec.special:
        return t("playground.source_shipped", name=closeup.run.card.name, layer=layer)
    return t("playground.source_random", seed=closeup.view.seed, layer=layer)


def grid(closeup: Closeup) -> tuple[go.Figure, Blocks | None]:
    """Every head as a tile; of a long text pooled, with the blocks that a cell stands for."""
    heads = closeup.heads
    ceiling = "one" if len(heads.units) <= CLEAR else "head"
    looks = {"details": _details(closeup), "ceiling": ceiling, "scale": frame.type_scale()}
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
    labels = closeup.run.tokens.labels
    values = _of_head(getattr(layer, closeup.view.tensor), closeup).cpu().numpy()
    if closeup.view.tensor in ("dots", "scores"):
        window = _window(closeup, len(labels), tokens=True)
        return _matrix(values[window, window], labels, labels, kind="scores", origin=(window.start, window.start))
    window = _window(closeup, len(labels), tokens=True)
    numbers = [str(number) for number in range(values.shape[1])]
    titles = {"column_title": t("playground.dimensions")}
    return _matrix(values[window], labels, numbers, kind="tensor", origin=(window.start, 0), **titles)


def row(closeup: Closeup) -> go.Figure:
    """The selected word's row as bars; of a long row the largest weights alone, in reading order."""
    heads, head, query = closeup.heads, closeup.head, closeup.query
    shown = np.sort(np.argsort(-heads.weights[head, query], kind="stable")[:BARS])
    names = numbered(heads.units) if len(shown) < len(heads.units) else heads.units
    weights = [*heads.weights[head, query, shown], *(given[head, query] for given in heads.aside.values())]
    allowed = None
    if heads.allowed is not None:
        allowed = np.array([*_head_of(heads.allowed, head)[query, shown], *[weight > 0 for weight in weights[len(shown) :]]])
    labels = [*(names[place] for place in shown), *heads.aside]
    return figures.row_bars(np.array(weights), labels, head=head, allowed=allowed, scale=frame.type_scale())


def row_hint(closeup: Closeup) -> str:
    """What the selected row adds up to, and what of it is drawn."""
    heads, head, query = closeup.heads, closeup.head, closeup.query
    total = float(heads.weights[head, query].sum() + sum(given[head, query] for given in heads.aside.values()))
    if not total:
        return t("playground.one_row_nowhere")
    hint = t("playground.one_row_hint", sum=f"{total:.3f}")
    return hint if len(closeup.heads.units) <= BARS else f"{hint} {t('playground.one_row_part', n=BARS)}"


def grid_hint(closeup: Closeup) -> str:
    """How to read the overview."""
    n = len(closeup.heads.units)
    if not closeup.is_long:
        corner = "grid_relations" if relations(closeup) else "grid_corner"
        scale = "grid_each" if n > CLEAR else "grid_one"
        return t("playground.grid_hint") + t(f"playground.{scale}") + t(f"playground.{corner}")
    unit = t(f"playground.units.{closeup.view.reading}")
    return t("playground.grid_pooled", n=n, unit=unit, block=-(-n // POOLED)) + t("playground.grid_each")


def table(closeup: Closeup) -> pd.DataFrame:
    """The head's weights: a row a query, a column a key, both numbered so that twins stay apart."""
    window = _window(closeup, len(closeup.heads.units))
    names = [f"{place + 1} {unit}" for place, unit in enumerate(closeup.heads.units)][window]
    return pd.DataFrame(closeup.heads.weights[closeup.head, window, window], index=names, columns=names)


def csv(closeup: Closeup) -> bytes:
    """All heads of the layer, one weight a line, for spreadsheets in any script (with a byte-order mark)."""
    units, weights = closeup.heads.units, closeup.heads.weights
    head, query, key = (place.ravel() for place in np.indices(weights.shape))
    words = np.array(units, dtype=object)
    frame_ = pd.DataFrame(
        {"head": head + 1, "query": query + 1, "query_text": words[query], "key": key + 1, "key_text": words[key]}
    ).assign(weight=weights.ravel())
    return frame_.to_csv(index=False).encode("utf-8-sig")


def numbered(units: Sequence[str]) -> list[str]:
    """Units as they stand, twins with their place behind them."""
    return [unit if units.count(unit) == 1 else f"{unit} #{place + 1}" for place, unit in enumerate(units)]


def select(selection: Selection | None, *, blocks: Blocks | None = None) -> None:
    """Take over what was selected in a picture; a block of the pooled overview becomes its first word."""
    chosen = selection or Selection()
    places = (chosen.row, chosen.column)
    if blocks is not None:
        places = tuple(None if place is None else blocks[place][0] for place in places)
    links.change("playground", head=chosen.head, query=places[0], key=places[1])


def divisor(closeup: Closeup) -> str:
    """How the dot products of the layer were scaled, in words."""
    scale = closeup.run.layers[closeup.layer].scale
    if math.isinf(scale):
        return t("playground.divisor_zero")
    return t("playground.divisor", divisor=f"{1 / scale:.4g}", scale=f"{scale:.4g}")


def _details(closeup: Closeup) -> list[str]:
    """What stands at the right above a head: the key head it shares, else what it plainly does or how far it spreads a row."""
    known = relations(closeup)
    if known:
        return [f"{known[head].f1:.2f}" if head in known else "" for head in range(closeup.n_heads)]
    n_heads, n_kv_heads = closeup.n_heads, len(closeup.run.layers[closeup.layer].key)
    if n_kv_heads < n_heads:
        shared = (key_head_of(head, n_heads, n_kv_heads) for head in range(n_heads))
        return [t("playground.key_head", number=key_head + 1) for key_head in shared]
    unit = t(f"playground.units.{closeup.view.reading}")
    return [
        t(f"playground.character.{name}") if name else t("playground.spread", n=f"{spread:.1f}", unit=unit)
        for name, spread in zip(closeup.heads.characters, closeup.heads.spreads, strict=True)
    ]


def _weights(closeup: Closeup) -> go.Figure:
    heads, head = closeup.heads, closeup.head
    window = _window(closeup, len(heads.units))
    allowed = None if heads.allowed is None else _head_of(heads.allowed, head)[window, window]
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


def _head_of(allowed: np.ndarray, head: int) -> np.ndarray:
    return allowed[head if len(allowed) > 1 else 0]


def _window(closeup: Closeup, n: int, *, tokens: bool = False) -> slice:
    """All of a short text; of a long one the surroundings of the selected word, in units or tokens."""
    if n <= EXACT:
        return slice(0, n)
    centre = closeup.run.tokens.units[closeup.query].first if tokens else closeup.query
    start = min(max(0, centre - WINDOW // 2), n - WINDOW)
    return slice(start, start + WINDOW)
