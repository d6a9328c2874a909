"""Playground: a sentence through real attention, seen at once."""

from dataclasses import replace
from functools import partial

import streamlit as st

import figures
from attention_core.attend import attend
from attention_core.heads import MultiHeadAttention
from ui import closeup, controls, frame, links, runs
from ui.code import code_that_ran
from ui.components import hero
from ui.errors import progress
from ui.pictures import button_texts, draw
from ui.questions import ask
from ui.questions.playground import QUESTIONS, Asked
from ui.section import section
from ui.sentence import sample_menu, sentence
from ui.texts import literal, t
from ui.views import Playground, key_head_counts


def choose(view: Playground) -> None:
    """The controls: what matters most as pills in a row, the rest behind one of them."""
    with controls.row():
        sample_menu(view)
        for name in ("kind", "heads", "reading", "scale", "position", "mask"):
            controls.menu(view, name)
        if view.kind == "gqa":
            controls.menu(view, "groups", only=key_head_counts(view.heads))
        with st.popover(t("playground.more")):
            for name in ("width", "layers", "device"):
                controls.segments(view, name)
            controls.number(view, "seed")
            if view.layers > 1:
                controls.number(view, "layer")
            st.button(t("playground.undo"), on_click=links.reset, args=("playground",))
    if view.scale == "temperature":
        controls.slider(view, "temperature")
        st.caption(t("playground.temperature_note"))
    if view.mask == "window":
        controls.slider(view, "window")
        st.caption(t("playground.window_note", size=view.window, before=view.window - 1))


def show_sentence(seen: closeup.Closeup, source: str) -> None:
    """The hero picture."""
    section("hero", t("playground.who"), source=source, hint=t("playground.who_hint"))
    hero(
        seen.heads.units,
        seen.heads.weights,
        closeup.head_names(seen),
        key="playground.hero",
        label=t("playground.who"),
        words=button_texts(),
        selection=replace(seen.selection, row=seen.query) if seen.is_long else seen.selection,
        on_select=closeup.select,
        scale=frame.type_scale(),
    )


def show_heads(seen: closeup.Closeup, source: str) -> None:
    """All heads, and the selected row below them."""
    figure, blocks = closeup.grid(seen)
    section("grid", t("playground.grid"), source=source, hint=closeup.grid_hint(seen))
    draw(
        figure,
        key="playground.grid",
        label=t("playground.grid"),
        selection=seen.selection if blocks is None else None,
        on_select=partial(closeup.select, blocks=blocks),
    )
    title = t("playground.one_row", word=literal(seen.heads.units[seen.query]), head=seen.head + 1)
    section("row", title, source=source, hint=closeup.row_hint(seen))
    draw(closeup.row(seen), key="playground.row", label=title)


def show_detail(seen: closeup.Closeup, source: str) -> None:
    """One head, one step, with its numbers."""
    view = seen.view
    title = t("playground.detail", head=seen.head + 1, tensor=controls.option_text(view, "tensor", view.tensor))
    section("detail", title, source=source, hint=closeup.divisor(seen))
    controls.menu(view, "tensor")
    figure = closeup.detail(seen)
    listens = {"selection": seen.selection, "on_select": closeup.select} if view.tensor == "weights" else {}
    draw(figure, key=f"playground.detail.{view.tensor}", label=title, **listens)
    with controls.row():
        page = partial(figures.to_html, figure)
        st.download_button(t("playground.csv"), partial(closeup.csv, seen), "attention.csv", "text/csv", on_click="ignore")
        st.download_button(t("playground.html"), page, "attention.html", "text/html", on_click="ignore")


frame.page("playground")
view = links.view(Playground)
text = sentence(view)
choose(view)
if text is not None:
    with progress(t("playground.computing")):
        spec = runs.playground_spec(view)
        seen = closeup.Closeup(view, runs.trace(spec), runs.heads(spec, view.layer - 1))
    show_sentence(seen, t("playground.source", seed=view.seed))
    source = t("playground.source_layer", seed=view.seed, layer=view.layer)
    left, right = st.columns([1.12, 1], gap="large")
    with left:
        show_heads(seen, source)
    with right:
        show_detail(seen, source)
    with st.expander(t("playground.table"), key="playground.table", on_change="rerun") as numbers:
        if numbers.open:
            st.dataframe(closeup.table(seen).round(4))
    code_that_ran(attend, MultiHeadAttention)
    ask(QUESTIONS, Asked(seen.heads, view.n_kv_heads))
