"""Playground: a sentence through real attention, seen at once."""

from dataclasses import replace
from functools import partial

import streamlit as st

import figures
from attention_core.attend import attend
from attention_core.heads import MultiHeadAttention
from ui import controls, frame, links
from ui.code import code_that_ran
from ui.components import hero
from ui.errors import progress, warn_out_of_depth
from ui.lessons.playground import closeup, numbers, pictures, wording
from ui.pictures import button_texts, draw
from ui.questions import ask
from ui.questions.playground import QUESTIONS, Asked
from ui.section import section
from ui.sentence import sample_menu, sentence
from ui.texts import literal, t
from ui.views import HEAD_COUNTS, KINDS, Playground, key_head_counts


def choose(view: Playground, seen: closeup.Closeup | None) -> None:
    """The controls: what matters most as pills in a row, the rest behind one of them. A trained model's sizes are fixed."""
    free = view.weights == "random"
    with controls.row():
        sample_menu(view)
        controls.menu(view, "weights")
        if free:
            controls.menu(view, "kind", only=tuple(kind for kind in KINDS if kind != "gqa" or key_head_counts(view.heads)))
            controls.menu(view, "heads", only=tuple(n for n in HEAD_COUNTS if view.kind != "gqa" or key_head_counts(n)))
            if view.kind == "gqa":
                controls.menu(view, "groups", only=key_head_counts(view.heads))
        for name in ("reading", "scale", "position", "mask"):
            controls.menu(view, name)
        if seen is not None and len(seen.run.layers) > 1:
            layers = tuple(range(1, len(seen.run.layers) + 1))
            controls.menu(replace(view, layer=seen.layer + 1), "layer", only=layers)
        with st.popover(t("playground.more"), key="playground.more", on_change="rerun") as more:
            if more.open:
                choose_sizes(view, free)
    if view.scale == "temperature":
        controls.slider(view, "temperature")
        st.caption(t("playground.temperature_note"))
    if view.mask == "window":
        controls.slider(view, "window")
        st.caption(t("playground.window_note", size=view.window, before=view.window - 1))


def choose_sizes(view: Playground, free: bool) -> None:
    """What is changed more rarely; free: the model has random weights, and any size."""
    if free:
        controls.segments(view, "width")
        controls.segments(view, "layers")
        controls.number(view, "seed")
    else:
        st.caption(t("playground.fixed"))
    controls.segments(view, "device")
    st.button(t("playground.undo"), on_click=links.reset, args=("playground",))


def show_sentence(seen: closeup.Closeup, badge: dict) -> None:
    """The hero picture."""
    related = seen.holds_relations
    hint = t("playground.who_relations" if related else "playground.who_hint") + t("playground.who_keys")
    section("hero", t("playground.who"), hint=hint, **badge)
    hero(
        seen.heads.units,
        seen.heads.weights,
        wording.head_names(seen),
        key="playground.hero",
        label=t("playground.who"),
        words=button_texts(),
        short=wording.short_names(seen),
        idle=seen.heads.idle if related else None,
        selection=replace(seen.selection, row=seen.query) if seen.is_long else seen.selection,
        on_select=closeup.select,
        scale=frame.type_scale(),
    )


def show_heads(seen: closeup.Closeup, badge: dict) -> None:
    """All heads, and the selected row below them."""
    figure, blocks = pictures.grid(seen)
    section("grid", t("playground.grid"), hint=wording.grid_hint(seen), **badge)
    draw(
        figure,
        key="playground.grid",
        label=t("playground.grid"),
        selection=seen.selection if blocks is None else None,
        on_select=partial(closeup.select, blocks=blocks),
    )
    title = t("playground.one_row", word=literal(seen.heads.units[seen.query]), head=wording.head_names(seen)[seen.head])
    section("row", title, hint=wording.row_hint(seen), **badge)
    draw(pictures.row(seen), key="playground.row", label=title)


def show_detail(seen: closeup.Closeup, badge: dict) -> None:
    """One head, one step, with its numbers."""
    view = seen.view
    step = controls.option_text(view, "tensor", view.tensor)
    title = t("playground.detail", head=wording.head_names(seen)[seen.head], tensor=step)
    section("detail", title, hint=wording.divisor(seen), **badge)
    controls.menu(view, "tensor")
    figure = pictures.detail(seen)
    listens = {"selection": seen.selection, "on_select": closeup.select} if view.tensor == "weights" else {}
    draw(figure, key=f"playground.detail.{view.tensor}", label=title, **listens)
    with controls.row():
        page = partial(figures.to_html, figure)
        st.download_button(t("playground.csv"), partial(numbers.csv, seen), "attention.csv", "text/csv", on_click="ignore")
        st.download_button(t("playground.html"), page, "attention.html", "text/html", on_click="ignore")


frame.page("playground")
view = links.view(Playground)
text = sentence(view)
seen = None
if text is not None:
    with progress(t("playground.computing")):
        seen = closeup.look(replace(view, text=text))
choose(view, seen)
if seen is not None:
    badge = {"source": wording.source(seen), "changed": seen.spec.is_changed}
    if seen.spec.is_trained:
        warn_out_of_depth(seen.run.tokens)
    show_sentence(seen, badge)
    left, right = st.columns([1.12, 1], gap="large")
    with left:
        show_heads(seen, badge)
    with right:
        show_detail(seen, badge)
    with st.expander(t("playground.table"), key="playground.table", on_change="rerun") as opened:
        if opened.open:
            st.dataframe(numbers.table(seen).round(4))
    code_that_ran(attend, MultiHeadAttention)
    ask(QUESTIONS, Asked(seen.heads, len(seen.run.layers[seen.layer].key)))
