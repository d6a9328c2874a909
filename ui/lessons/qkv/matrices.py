"""The six matrix steps as one picture: Q, K, V, A, A', O, and any cell traced back to the row and the column it came from."""

import math
from functools import partial

import streamlit as st

from ui import controls, links
from ui.components import Selection
from ui.lessons.qkv import formulas
from ui.lessons.qkv.blocks import Block, cell, column, row, show
from ui.lessons.qkv.examples import Shown
from ui.texts import literal, t
from ui.views import Qkv


def matrices(view: Qkv, shown: Shown) -> None:
    """The picture, and the traced cell as a formula."""
    traced = view.traced
    width = shown.worked.value.shape[1] if traced == "output" else shown.n
    at = shown.place(view.row), min(view.column, width - 1)
    controls.segments(view, "traced")
    with st.container(key="formula-qkv-cell"):
        st.latex(formulas.of_cell(traced, shown.worked, *at))
    word, other = (literal(shown.labels[place]) for place in (at[0], min(at[1], shown.n - 1)))
    says = "masked" if traced != "output" and shown.worked.scores[at] == -math.inf else traced
    st.caption(t(f"qkv.traced_says.{says}", word=word, other=other, i=at[0] + 1, j=at[1] + 1))
    first, second = _pictures(shown, traced, at)
    show(first, key="qkv.six.first")
    show(second, key="qkv.six.second")


def _pictures(shown: Shown, traced: str, at: tuple[int, int]) -> tuple[list[Block | str], list[Block | str]]:
    worked, labels = shown.worked, shown.labels
    frames = _frames(traced, at)
    selected = {name: at if name == traced else None for name in ("scores", "weights", "output")}
    square = {name: {"select": partial(_trace, name), "selected": selected[name], "frames": frames[name]} for name in selected}
    heads = {
        name: Block(formulas.coloured(name, name[0].upper()), getattr(worked, name), labels, role=name, frames=frames[name])
        for name in ("query", "key", "value")
    }
    first = [heads["query"], heads["key"], heads["value"]]
    second = [
        Block("A", worked.scores, labels, labels, **square["scores"]),
        Block("A'", worked.weights, labels, labels, kind="weights", allowed=worked.example.allowed, **square["weights"]),
        Block(formulas.coloured("output", "O"), worked.output, labels, role="output", **square["output"]),
    ]
    return first, second


def _frames(traced: str, at: tuple[int, int]) -> dict[str, list]:
    """What to point out in each matrix: the traced cell, and the rows and columns that made it."""
    down, across = at
    made_of = {
        "scores": {"query": row(down), "key": row(across)},
        "weights": {"scores": row(down)},
        "output": {"weights": row(down), "value": column(across)},
    }[traced] | {traced: cell(down, across)}
    return {name: [made_of[name]] if name in made_of else [] for name in ("query", "key", "value", "scores", "weights", "output")}


def _trace(name: str, selection: Selection | None) -> None:
    if selection is not None:
        links.change("qkv", traced=name, row=selection.row, column=selection.column)
