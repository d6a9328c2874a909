"""Heads: why many, what each one finds, and what losing one costs."""

import numpy as np
import pandas as pd
import streamlit as st

import figures
from attention_core.edits import RemoveHead
from attention_core.measures import looks_at
from ui import controls, frame, links, runs
from ui.code import code_that_ran
from ui.components import hero
from ui.errors import progress, warn_out_of_depth
from ui.lessons import heads as lesson
from ui.pictures import button_texts, draw
from ui.questions import ask
from ui.questions.heads import QUESTIONS, Asked
from ui.section import section
from ui.sentence import sample_menu, sentence
from ui.texts import literal, t
from ui.views import FAMILIES, Heads


def spoken(found: lesson.Found, units: tuple[str, ...]) -> str:
    """The pairs that a head found, in words."""
    return t("heads.nothing") if not found.pairs else "  ".join(f"{units[q]}→{units[k]}" for q, k in found.pairs)


def signed(change: float) -> str:
    """A change in per cent, with a true minus sign and no sign before nothing."""
    return f"{change:+.1%}".replace("-", "−") if abs(change) >= 0.0005 else "0%"


def show_experts(view: Heads, text: str, found: tuple[lesson.Found, ...]) -> None:
    """One head alone, then the tutorial's four, then all: what they catch and what they miss."""
    source = t("heads.source", name="mha", layer=found[0].layer + 1)
    section("experts", t("heads.experts"), source=source, hint=t("heads.experts_hint"))
    with controls.row():
        controls.segments(view, "crowd")
        if view.crowd == "one":
            controls.menu(view, "family")
    families = {"one": (view.family,), "four": lesson.THE_FOUR, "all": FAMILIES}[view.crowd]
    shown = runs.heads(runs.RunSpec(runs.ShippedSpec("mha"), text, "words"), found[0].layer)
    speaking = [each for each in found if each.family in families]
    idle = np.ones_like(shown.idle)
    for each in speaking:
        idle[each.head] = shown.idle[each.head]
    names = [t(f"playground.family.{each.family}") for each in found]
    hero(shown.units, shown.weights, names, key="heads.hero", label=t("heads.experts"), words=button_texts(), idle=idle,
         scale=frame.type_scale())  # fmt: skip
    caught, whole = (sum(len(each.pairs) for each in some) for some in (speaking, found))
    st.markdown(t("heads.caught", caught=caught, missed=whole - caught))


def show_models(text: str, units: tuple[str, ...]) -> None:
    """The three shipped models on this sentence, family by family."""
    section("models", t("heads.models"), source=t("heads.source_models"), hint=t("heads.models_hint"))
    columns = {}
    for name in ("mha", "mqa", "plain"):
        column = t(f"playground.weights.{name}")
        cells = {each.family: f"{spoken(each, units)} · F1 {each.f1:.2f}" for each in lesson.found(text, name)}
        columns[column] = [literal(cells.get(family, "–")) for family in FAMILIES]
    st.table(pd.DataFrame(columns, index=[t(f"playground.family.{family}") for family in FAMILIES]))


def show_guessing(view: Heads, guessing: lesson.Guessing, asked: Asked, units: tuple[str, ...]) -> None:
    """A hidden word, the model's best guesses, and what each head's removal does to the right one."""
    section("guess", t("heads.guess"), source=t("heads.source", name="mha", layer=view.layer), hint=t("heads.guess_hint"))
    with controls.row():
        controls.pick(view, "hidden", units)
        controls.menu(view, "layer")
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"**{t('heads.best', word=literal(guessing.word))}**")
        pieces, shares = zip(*guessing.guesses, strict=True)
        draw(figures.row_bars(np.array(shares), pieces, scale=frame.type_scale()), key="heads.guesses", label=t("heads.guess"))
        st.caption(t("heads.right", piece=literal(guessing.right[0]), share=f"{guessing.right[1]:.2%}"))
    with right:
        st.markdown(f"**{t('heads.without')}**")
        changes = {
            t("heads.removed"): [asked.name(head) for head in range(len(guessing.without))],
            t("heads.then"): [f"{share:.2%}" for share in guessing.without],
            t("heads.change"): [signed(share / guessing.right[1] - 1) for share in guessing.without],
        }
        st.table(pd.DataFrame(changes).set_index(t("heads.removed")))


frame.page("heads")
view = links.view(Heads)
st.markdown(t("heads.story"))
text = sentence(view)
sample_menu(view)
if text is not None:
    with progress(t("playground.computing")):
        found = lesson.found(text, "mha")
        guessing = lesson.guessing(text, view.hidden, view.layer - 1)
    tokens = runs.read(text, "words")
    warn_out_of_depth(tokens)
    units = tokens.unit_labels
    on_layer = found if found[0].layer == view.layer - 1 else ()
    show_experts(view, text, found)
    show_models(text, units)
    show_guessing(view, guessing, Asked(on_layer, guessing), units)
    code_that_ran(looks_at, RemoveHead)
    ask(QUESTIONS, Asked(found, lesson.guessing(text, view.hidden, found[0].layer)))
