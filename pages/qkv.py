"""Q, K, V: from a word to b¹, every number by hand."""

import streamlit as st

from attention_core import AdditiveScore, attend
from attention_core.walk import walk, work
from ui import controls, frame, links
from ui.code import code_that_ran
from ui.errors import progress
from ui.lessons.qkv.book import book, true_softmax
from ui.lessons.qkv.examples import LONGEST, shown
from ui.lessons.qkv.matrices import matrices
from ui.lessons.qkv.numbers import example_of, written
from ui.lessons.qkv.scorings import scorings
from ui.lessons.qkv.steps import steps
from ui.lessons.qkv.tables import editors
from ui.questions import ask
from ui.questions.qkv import QUESTIONS, Asked
from ui.section import section
from ui.sentence import sample_menu, sentence
from ui.texts import literal, t
from ui.views import Qkv

frame.page("qkv")
view = links.view(Qkv)
st.markdown(t("qkv.story"))
of_sentence = view.example == "sentence"
with controls.row():
    controls.menu(view, "example")
    if of_sentence:
        sample_menu(view)
        for name in ("width", "mask"):
            controls.menu(view, name)
        controls.number(view, "seed")
text = sentence(view) if of_sentence else None
with progress(t("playground.computing")):
    example = shown(view, text)
source = t("qkv.source", seed=view.seed) if of_sentence else t("qkv.source_numbers")

if example is not None:
    changed = not of_sentence and written(example_of(view.table)) != ""
    if not of_sentence:
        section("tables", t("qkv.tables"), source=source, changed=changed, hint=t("qkv.tables_hint"))
        editors(view, example.labels, example.worked)
    section("walk", t("qkv.walk_title"), source=source, changed=changed, hint=t("qkv.walk_hint"))
    if example.n_typed > LONGEST:
        st.caption(t("qkv.longest", n=LONGEST, typed=example.n_typed))
    steps(view, example)
    section("six", t("qkv.six"), source=source, changed=changed, hint=t("qkv.six_hint"))
    matrices(view, example)
    section("scorings", t("qkv.scorings"), source=source, changed=changed, hint=t("qkv.scorings_hint"))
    scorings(view, example)

section("book", t("qkv.book"), source=t("scaling.source_exact"), hint=t("qkv.book_hint"))
book()
st.markdown(t("qkv.true_softmax"))
true_softmax()
st.info(t("qkv.learned"), icon=":material/lightbulb:")

if example is not None:
    code_that_ran(work, walk, attend, AdditiveScore)
    asked = Asked(example.worked, example.place(view.query), example.place(view.key))
    st.markdown(t("qkv.asked", word=literal(example.labels[asked.query]), other=literal(example.labels[asked.key])))
    ask(QUESTIONS, asked)
