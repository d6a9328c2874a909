"""Masks: who may look at whom."""

from dataclasses import replace

import pandas as pd
import streamlit as st

import figures
from attention_core import bundled, masks
from attention_core.attend import score, softmax_or_zero
from attention_core.experiments.closed_row import closed_row
from ui import controls, frame, links
from ui.code import code_that_ran
from ui.errors import progress
from ui.lessons import masks as lesson
from ui.pictures import draw
from ui.questions import ask
from ui.questions.masks import QUESTIONS, WITHOUT_MODEL, Asked
from ui.section import section
from ui.sentence import sample_menu, sentence
from ui.texts import literal, t
from ui.views import Masks

BESIDE = 10  # words up to which two grids with numbers fit beside each other


def choose(view: Masks) -> None:
    """The kind of mask and what belongs to it."""
    with controls.row():
        sample_menu(view)
        controls.menu(view, "mask")
        controls.number(view, "seed")
    st.markdown(t(f"masks.about.{view.mask}"))
    if view.mask == "window":
        controls.slider(view, "window")
        controls.switch(view, "ahead")
        st.caption(t("masks.window_ahead" if view.ahead else "masks.window_back", size=view.window, side=view.window - 1))
    if view.mask == "padding":
        controls.slider(view, "pads")


def show_grid(view: Masks, seen: lesson.Study, query: int, source: str) -> None:
    """The mask itself, to be drawn on, and what it says of each word."""
    section("grid", t("masks.grid"), source=source, hint=t("masks.grid_hint"))
    if seen.words.n_typed > lesson.MOST:
        st.caption(t("masks.part", n=lesson.MOST, all=seen.words.n_typed))
    controls.pick(replace(view, query=query), "query", seen.units)
    st.markdown(f"##### {lesson.said(seen, query)}")
    left, right = st.columns([1.3, 1], gap="large")
    with left:
        draw(lesson.grid(seen, view.turned), key="masks.grid", label=t("masks.grid"), on_select=lesson.click)
        word = literal(seen.units[query])
        with controls.row():
            st.button(t("masks.close_row", word=word), on_click=lesson.close, args=(seen,), kwargs={"row": query})
            st.button(t("masks.close_column", word=word), on_click=lesson.close, args=(seen,), kwargs={"column": query})
            st.button(t("masks.erase", n=len(view.turned)), on_click=lesson.erase, disabled=not view.turned, key="masks.erase")
    with right:
        st.markdown(f"**{t('masks.everyone')}**")
        st.markdown("\n".join(f"- {lesson.said(seen, row)}" for row in range(len(seen.units))))
        if view.mask == "padding":
            difference = lesson.difference_from_unpadded(seen, view.seed, view.text)
            st.markdown(t("masks.unpadded", difference=f"**{difference:.6f}**"))


def show_numbers(seen: lesson.Study, source: str) -> None:
    """What the mask does to scores and weights; of long sentences one below the other, so that numbers stay readable."""
    pictures = (("scores", seen.scores, "scores"), ("weights", seen.weights, "weights"))
    places = st.columns(2) if len(seen.units) <= BESIDE else (st.container(), st.container())
    for column, (name, values, kind) in zip(places, pictures, strict=True):
        with column:
            section(name, t(f"masks.{name}"), source=source, hint=t(f"masks.{name}_hint"))
            draw(lesson.numbers(seen, values, kind), key=f"masks.{name}", label=t(f"masks.{name}"))


def show_nowhere(seen: lesson.Study, query: int, source: str) -> None:
    """The chosen row with everything shut, by every convention there is."""
    section("nowhere", t("masks.nowhere", word=literal(seen.units[query])), source=source, hint=t("masks.nowhere_hint"))
    ways = closed_row(seen.scores[query])
    names = [f"{place + 1} {unit}" for place, unit in enumerate(seen.units)]
    table = pd.DataFrame({t(f"masks.way.{way}"): weights.tolist() for way, weights in ways.items()}, index=names).T
    st.dataframe(table.map(lambda weight: "NaN" if weight != weight else f"{weight:.3f}"))
    st.markdown(t("masks.nowhere_why"))


def show_alignments(view: Masks, source: str) -> None:
    """The causal mask where there are not as many queries as keys."""
    section("alignments", t("masks.alignments"), source=source, hint=t("masks.alignments_hint"))
    with controls.row():
        controls.number(view, "queries")
        controls.number(view, "keys")
    for column, align in zip(st.columns(2), ("top-left", "bottom-right"), strict=True):
        name = align.replace("-", "_")
        with column:
            st.markdown(f"**{t(f'masks.align.{name}')}**  \n{t(f'masks.align.{name}_use')}")
            additive, figure = lesson.small_grid(view.queries, view.keys, align)
            st.latex(lesson.latex(additive))
            draw(figure, key=f"masks.{align}", label=t(f"masks.align.{name}"))


def show_crossed(view: Masks, source: str) -> None:
    """One text looks at another, of another length."""
    section("crossed", t("masks.crossed"), source=source, hint=t("masks.crossed_hint"))
    for column, field in zip(st.columns(2), ("asking", "asked"), strict=True):
        with column:
            controls.line(view, field)
    figure = lesson.crossed(view)
    if figure is None:
        st.info(t("masks.crossed_empty"))
    else:
        draw(figure, key="masks.crossed", label=t("masks.crossed"))


def show_conventions(seen: lesson.Study, source: str) -> None:
    """The grid on screen, handed to both of torch's attentions as it is."""
    section("conventions", t("masks.conventions"), source=source, hint=t("masks.conventions_hint"))
    for column, (name, weights) in zip(st.columns(2), seen.readings._asdict().items(), strict=True):
        with column:
            st.markdown(t(f"masks.convention.{name}"))
            figure = figures.matrix(weights.numpy(), seen.units, seen.units, **lesson.titles())
            draw(figure, key=f"masks.convention.{name}", label=name)
    if seen.readings.multi_head.isnan().any():
        st.caption(t("masks.convention_nan"))


def show_trained(view: Masks, reading: lesson.Reading) -> None:
    """The shipped model reads the sentence both ways and from left to right only, with one word hidden."""
    source = t("masks.source_bundled")
    section("trained", t("masks.trained"), source=source, hint=t("masks.trained_hint"))
    controls.pick(replace(view, hidden=reading.hidden), "hidden", reading.tokens.unit_labels[1:-1])
    n_heads = len(reading.both.layers[reading.both.card.relation_layer].weights)
    head = min(view.head, n_heads) - 1
    with controls.row():
        controls.menu(view, "head", only=tuple(range(1, n_heads + 1)))
        if head in reading.families:
            st.caption(t("masks.follows", family=t(f"playground.family.{reading.families[head]}")))
    for column, (name, run), share in zip(
        st.columns(2), (("both", reading.both), ("causal", reading.causal)), reading.shares, strict=True
    ):
        with column:
            section(f"trained-{name}", t(f"masks.{name}"), source=source, changed=name == "causal")
            pieces, shares = lesson.guesses(reading, run)
            draw(figures.row_bars(shares, pieces, scale=frame.type_scale()), key=f"masks.guess.{name}", label=t(f"masks.{name}"))
            st.markdown(t("masks.true", share=f"**{lesson.percent(share)}**"))
            draw(lesson.attention_of(reading, run, head), key=f"masks.trained.{name}", label=t(f"masks.{name}"))


frame.page("masks")
view = links.view(Masks)
st.markdown(t("masks.story"))
text = sentence(view)
choose(view)
source = t("masks.source", seed=view.seed)
if text is not None:
    with progress(t("playground.computing")):
        seen = lesson.study(lesson.spec_of(view))
    query = lesson.query_of(view, seen)
    show_grid(view, seen, query, source)
    show_numbers(seen, source)
    show_nowhere(seen, query, source)
show_alignments(view, t("masks.source_exact"))
show_crossed(view, source)
if text is not None:
    show_conventions(seen, source)
    reading = lesson.readings(text, view.hidden) if "mha" in bundled.shipped() else None
    if reading is not None:
        show_trained(view, reading)
    code_that_ran(masks.causal, masks.window, masks.padding, masks.drawn, score, softmax_or_zero)
    asked = Asked(seen, query, view.queries, view.keys, None if reading is None else reading.shares)
    ask(QUESTIONS if reading is not None else WITHOUT_MODEL, asked)
