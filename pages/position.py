"""Position: what tells attention the order of words."""

from dataclasses import replace

import pandas as pd
import streamlit as st

import figures
from attention_core.experiments.word_order import compare_orders
from attention_core.positions import POSITIONS
from ui import controls, frame, links, runs
from ui.code import code_that_ran
from ui.errors import progress
from ui.lessons import position as lesson
from ui.pictures import draw, still
from ui.questions import ask
from ui.questions.position import QUESTIONS, Asked
from ui.section import section
from ui.sentence import LIMIT, fitting, sample_menu, sentence
from ui.texts import literal, t
from ui.views import Position

ENCODINGS = tuple(name for name in POSITIONS if name != "none")


def prove(view: Position, bare: runs.RunSpec, placed: runs.RunSpec) -> tuple | None:
    """Two orders of the same words, without positions and with; None where they are not the same words, or too many."""
    if max(fitting(typed).n_typed for typed in (view.first, view.second)) > LIMIT:
        st.info(t("position.too_long", limit=LIMIT))
        return None
    try:
        return tuple(lesson.order_proof(spec.model, view.first, view.second) for spec in (bare, placed))
    except ValueError:
        st.info(t("position.not_same"))
        return None


def show_proof(proofs: tuple, encoding: str) -> None:
    """What each word's output changes by, and the verdict in words."""
    without, placed = proofs
    columns = {
        t("position.proof_word"): [literal(label) for label in without.first.labels],
        t("position.proof_without"): [f"{difference:.6f}" for difference in without.differences.tolist()],
        t("position.proof_with", encoding=encoding): [f"{difference:.6f}" for difference in placed.differences.tolist()],
    }
    st.table(pd.DataFrame(columns).set_index(t("position.proof_word")))
    st.markdown(t("position.proof_none", difference=f"**{float(without.differences.max()):.6f}**"))
    st.markdown(t("position.proof_some", difference=f"**{float(placed.differences.max()):.4f}**", encoding=encoding))


def show_encoding(view: Position, encoding: lesson.Encoding, name: str) -> None:
    """The encoding as a matrix, and what it knows of half places and of places past its length."""
    is_bias = encoding.vectors is None
    hint = t(f"position.{'bias' if is_bias else 'matrix'}_hint")
    section("matrix", t("position.matrix", encoding=name), source=source_of(view, encoding), hint=hint)
    seats = [str(seat) for seat in range(view.length)]
    columns = seats if is_bias else [str(number) for number in range(encoding.values.shape[1])]
    titles = {"row_title": t("position.seats"), "column_title": t("position.seats" if is_bias else "position.numbers")}
    figure = figures.matrix(encoding.values, seats, columns, kind="tensor", scale=frame.type_scale(), **titles)
    draw(figure, key="position.matrix", label=name)
    kind = POSITIONS[view.encoding]
    facts = (
        t(f"position.acts_on.{kind.acts_on}"),
        t(f"position.between.{kind.between}"),
        t(f"position.beyond.{kind.beyond}", table=lesson.TABLE_LENGTH),
    )
    st.markdown("\n".join(f"- {fact}" for fact in facts))
    st.caption(t("position.time", n=view.length, time=f"{encoding.milliseconds:.2f}"))


def show_similarity(view: Position, encoding: lesson.Encoding, name: str) -> None:
    """How alike places look from one of them, by this encoding and by all."""
    title = t("position.similarity", place=f"{view.place:g}")
    section("similarity", title, source=source_of(view, encoding), hint=t("position.similarity_hint"))
    controls.slider(view, "place")
    marks = {t("position.here", place=f"{view.place:g}"): view.place}
    if POSITIONS[view.encoding].beyond == "held" and view.length > lesson.TABLE_LENGTH:
        marks[t("position.table_end")] = lesson.TABLE_LENGTH - 1
    titles = {"x_title": t("position.place_axis"), "y_title": t("position.alike"), "scale": frame.type_scale()}
    curve = {name: encoding.seen_from(view.place)}
    still(figures.lines(encoding.grid, curve, marks=marks, **titles), key="position.similarity")
    st.markdown(f"**{t('position.together')}**")
    curves = {}
    for known in ENCODINGS:
        other = lesson.encoding(known, view.width, view.length, view.seed)
        curves[controls.option_text(view, "encoding", known)] = other.seen_from(view.place)
    still(figures.lines(encoding.grid, curves, **titles), key="position.together")


def source_of(view: Position, encoding: lesson.Encoding) -> str:
    """By formula, or with parameters that were drawn and not trained."""
    return t("position.source_random", seed=view.seed) if encoding.is_learned else t("position.source_exact")


def show_effect(view: Position, bare: runs.RunSpec, placed: runs.RunSpec, name: str) -> None:
    """One head without positions, with them, and the difference."""
    section("effect", t("position.effect"), source=t("position.source", seed=view.seed), hint=t("position.effect_hint"))
    controls.segments(view, "head")
    without, with_positions = (runs.heads(spec, 0) for spec in (bare, placed))
    values = [heads.weights[view.head - 1] for heads in (without, with_positions)]
    pictures = (
        (t("position.without"), values[0], "weights"),
        (t("position.placed", encoding=name), values[1], "weights"),
        (t("position.difference"), values[1] - values[0], "tensor"),
    )
    titles = {"row_title": t("position.rows"), "column_title": t("position.columns")}
    for number, (column, (title, matrix, kind)) in enumerate(zip(st.columns(3), pictures, strict=True)):
        with column:
            st.markdown(f"**{title}**")
            figure = figures.matrix(
                matrix,
                without.units,
                without.units,
                kind=kind,
                head=view.head - 1,
                scale=frame.type_scale(),
                **titles,
            )
            draw(figure, key=f"position.effect.{number}", label=title)


frame.page("position")
view = links.view(Position)
view = replace(view, place=round(4 * view.place) / 4)  # a link may name any place; computed are quarters
st.markdown(t("position.story"))
name = controls.option_text(view, "encoding", view.encoding)
with controls.row():
    controls.menu(view, "encoding")
    controls.menu(view, "width")
    controls.menu(view, "length")
    controls.number(view, "seed")
bare, placed = lesson.position_specs(view)

section("proof", t("position.proof", first=literal(view.first), second=literal(view.second)),
        source=t("position.source", seed=view.seed), hint=t("position.proof_hint"))  # fmt: skip
for column, field in zip(st.columns(2), ("first", "second"), strict=True):
    with column:
        controls.line(view, field)
proofs = prove(view, bare, placed)
if proofs is not None:
    show_proof(proofs, name)

encoding = lesson.encoding(view.encoding, view.width, view.length, view.seed)
left, right = st.columns(2, gap="large")
with left:
    show_encoding(view, encoding, name)
with right:
    show_similarity(view, encoding, name)

text = sentence(view)
sample_menu(view)
if text is not None:
    with progress(t("playground.computing")):
        show_effect(view, *lesson.position_specs(replace(view, text=text)), name)

with st.expander(t("position.table")):
    rows = [t(f"position.about.{known}") for known in ENCODINGS]
    st.markdown("\n".join([t("position.table_head"), "| --- | --- | --- | --- | --- |", *rows]))

code_that_ran(POSITIONS[view.encoding], compare_orders)
if proofs is not None:
    ask(QUESTIONS, Asked(*proofs, lesson.encoding(view.encoding, view.width, lesson.ROOMY, view.seed), view.place))
