"""Scaling: why scores are divided by √dk."""

import math
from dataclasses import replace

import pandas as pd
import streamlit as st

import figures
from attention_core.attend import score, softmax
from attention_core.experiments.scaling import closest_temperature, dot_product_samples, sweep
from ui import controls, frame, links, runs
from ui.code import code_that_ran
from ui.errors import progress
from ui.lessons import scaling as lesson
from ui.pictures import still
from ui.questions import ask
from ui.questions.scaling import ALPHAS, PRINTED, QUESTIONS, Asked
from ui.section import section
from ui.sentence import sample_menu, sentence
from ui.texts import literal, t
from ui.views import Scaling

BARS = 32  # keys that fit under one another


def curves(result) -> dict:
    """The three measures of a sweep by the names they carry in the picture."""
    return {
        t("scaling.entropy"): result.entropy.numpy(),
        t("scaling.largest"): result.largest.numpy(),
        t("scaling.gradient"): result.gradient.numpy(),
    }


def dragged(key: str, result, labels: list[str], marks: dict[str, float]) -> None:
    """Bars and curves under a slider that runs in the browser."""
    temperatures = result.temperatures.numpy()
    start = int(abs(temperatures - list(marks.values())[-1]).argmin())
    still(
        figures.temperature(
            temperatures, result.weights.numpy(), labels, curves(result), x_title=t("scaling.tau"),
            weight_title=t("scaling.weight"), marks=marks, start=start, slider_text=t("scaling.slider"), scale=frame.type_scale(),
        ),
        key=key,
    )  # fmt: skip


frame.page("scaling")
view = links.view(Scaling)
st.markdown(t("scaling.story"))
text = sentence(view)
with controls.row():
    sample_menu(view)
    controls.menu(view, "width")
    controls.number(view, "seed")

if text is not None:
    view = replace(view, text=text)
    with progress(t("playground.computing")):
        row = lesson.scaling_row(view, BARS)
    words = runs.read(view.text, "words").labels
    root = math.sqrt(view.width)
    section("row", t("scaling.row", word=literal(row.query)), source=t("scaling.source", seed=view.seed),
            hint=t("scaling.row_hint", root=f"{root:.4g}"))  # fmt: skip
    if len(words) > BARS:
        st.caption(t("scaling.row_part", n=BARS))
    controls.pick(view, "query", words)
    dragged("temperature", row.sweep, row.labels, {t("scaling.no_division"): 1.0, t("scaling.root"): root})

section("spread", t("scaling.spread"), source=t("scaling.source_sampled", seed=view.seed), hint=t("scaling.spread_hint"))
samples = lesson.dot_product_samples(view.seed)
widths = [str(width) for width in lesson.WIDTHS_SAMPLED]
roots = [math.sqrt(width) for width in lesson.WIDTHS_SAMPLED]
still(
    figures.spread(widths, samples, deviation=roots, deviation_name=t("scaling.spread_line"), x_title=t("scaling.spread_x"),
                   y_title=t("scaling.spread_y"), scale=frame.type_scale()),
    key="spread",
)  # fmt: skip
measured = pd.DataFrame({"√dₖ": roots, t("scaling.spread_measured"): samples.std(axis=1)}, index=[f"dₖ = {w}" for w in widths])
st.dataframe(measured.T.round(2))

section("book", t("scaling.book"), source=t("scaling.source_exact"), hint=t("scaling.book_hint"))
best = closest_temperature(ALPHAS, PRINTED)
ways = {
    t("scaling.book_printed"): PRINTED,
    t("scaling.book_true"): softmax(score(ALPHAS)),
    t("scaling.book_512"): softmax(score(ALPHAS, scale=1 / math.sqrt(512))),
    t("scaling.book_best", tau=f"{best:.1f}"): softmax(score(ALPHAS, scale=1 / best)),
}
alphas = [f"α={alpha:g}" for alpha in ALPHAS.tolist()]
st.dataframe(pd.DataFrame({name: [f"{w:.3g}" for w in weights.tolist()] for name, weights in ways.items()}, index=alphas).T)
dragged(
    "book", sweep(ALPHAS, lesson.TEMPERATURES), alphas, {t("scaling.no_division"): 1.0, t("scaling.book_mark"): math.sqrt(512)}
)

code_that_ran(sweep, dot_product_samples)
if text is not None:
    ask(QUESTIONS, Asked(row, samples[[2, 3]]))
