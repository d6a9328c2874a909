"""The walk: one word's way from its vector to its output, a step at a time."""

import inspect
from functools import cache
from importlib import import_module

import streamlit as st

from attention_core.walk import STEPS, walk
from ui import controls, links
from ui.lessons.qkv import formulas, parts
from ui.lessons.qkv.blocks import show
from ui.lessons.qkv.examples import Shown
from ui.texts import literal, t
from ui.views import Qkv

LINES = {
    "inputs": ("walk", "def work("),
    "query": ("walk", "query = example"),
    "key": ("walk", "key = example"),
    "value": ("walk", "value = example"),
    "dots": ("attend", "@ key.transpose"),
    "scale": ("attend", "dots * scale"),
    "mask": ("attend", "masked_fill_(~allowed"),
    "exponentials": ("attend", "torch.softmax("),
    "sum": ("attend", "torch.softmax("),
    "weights": ("attend", "torch.softmax("),
    "weighted": ("attend", "@ value"),
    "output": ("attend", "@ value"),
}
"""Where in the core each step is computed: a module, and what only that line of it holds."""


def steps(view: Qkv, shown: Shown) -> None:
    """Who asks, the buttons and the bar, and the step they lead to: in words, a formula, matrices, a line of code."""
    for name in ("query", "key"):
        controls.pick(view, name, shown.labels)
    _move(view)
    at = parts.Point(shown, shown.place(view.query), shown.place(view.key))
    step = walk(shown.worked, at.asks)[view.step]
    _say(step.name, view.step, at)
    with st.container(key="formula-qkv-step"):
        st.latex(formulas.of_step(step.name, shown.worked, at.asks, at.key))
    show(parts.of_step(step, at), key="qkv.walk")
    module, fragment = LINES[step.name]
    st.code(line_of(module, fragment), language="python", wrap_lines=True)
    st.caption(f"`attention_core/{module}.py`")


@cache
def line_of(module: str, fragment: str) -> str:
    """The line of a module of the core that holds a fragment. Raises: ValueError if no line does, or several do."""
    source = inspect.getsource(import_module(f"attention_core.{module}"))
    found = [line.strip() for line in source.splitlines() if fragment in line]
    if len(found) != 1:
        raise ValueError(f"{len(found)} lines of {module} hold {fragment!r}")
    return found[0]


def _move(view: Qkv) -> None:
    """Back and next, by button and arrow key, and how far the walk is."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="qkv-move"):
        for name, shortcut, target in (("back", "Left", view.step - 1), ("next", "Right", view.step + 1)):
            st.button(
                t(f"qkv.{name}"),
                key=f"qkv.{name}",
                shortcut=shortcut,
                disabled=not 0 <= target < len(STEPS),
                on_click=links.change,
                args=("qkv",),
                kwargs={"step": target},
            )
        st.progress((view.step + 1) / len(STEPS), text=t("qkv.progress", step=view.step + 1, steps=len(STEPS)))


def _say(name: str, place: int, at: parts.Point) -> None:
    """The step in plain words, with the words of the sentence in it."""
    labels = at.shown.labels
    values = {
        "word": literal(labels[at.asks]),
        "other": literal(labels[at.key]),
        "n": at.shown.n,
        "i": at.asks + 1,
        "j": at.key + 1,
    }
    st.markdown(f"##### {place + 1}. {t(f'qkv.walk.{name}.title', **values)}")
    st.markdown(t(f"qkv.walk.{name}.say", **values))
    if name == "mask":
        st.markdown(t(f"qkv.mask_note.{_openness(at)}"))


def _openness(at: parts.Point) -> str:
    """How much of its row the asking word may see."""
    allowed = at.shown.worked.example.allowed
    if allowed is None or bool(allowed[at.asks].all()):
        return "all"
    return "some" if bool(allowed[at.asks].any()) else "nothing"
