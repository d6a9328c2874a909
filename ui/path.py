"""The path through the lessons: which there are, which are done, and five questions before and after.

A lesson is done once all its questions are answered. All of it lives in the visitor's session: nobody else sees it, and it is
forgotten when the page is closed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import streamlit as st

from ui import links
from ui.questions import Question
from ui.sentence import fitting
from ui.texts import t
from ui.views import DEFAULT_TEXT

SECTIONS = (
    ("start", ("playground",)),
    ("why", ("why",)),
    ("self_attention", ("qkv", "scaling", "position")),
    ("heads", ("heads", "cost")),
    ("code", ("masks", "code")),
    ("beyond", ("models", "classroom")),
)
TAKEN = ("why", "self_attention", "heads", "code")  # the tutorial's §1 to §4
STAGES = ("before", "after")


@dataclass(frozen=True)
class Answers:
    """One time through the five questions: the sentence they were about, and which guesses were right."""

    text: str
    right: tuple[bool, ...]


def outline(pages: Mapping[str, st.Page]) -> None:
    """The list of lessons by section, done ones ticked, and the way to the five questions. pages: by their lesson's key."""
    lessons = [key for section, keys in SECTIONS if section in TAKEN for key in keys if key in pages]
    st.markdown(f"**{t('frame.lessons')}** :small[{t('path.progress', done=sum(map(done, lessons)), all=len(lessons))}]")
    for section, keys in SECTIONS:
        here = [key for key in keys if key in pages]
        if here and section in TAKEN:
            st.caption(t(f"path.section.{section}"))
        for key in here:
            st.page_link(
                pages[key],
                label=t(f"{key}.name"),
                icon=":material/check_circle:" if done(key) else None,
                icon_position="right",
                query_params=links.query(key),
            )
    if st.button(t("path.open"), key="path.open", type="tertiary", icon=":material/flag:"):
        st.dialog(t("path.title"))(_five)()


def done(key: str) -> bool:
    """Whether this visitor has answered every question of a lesson; one without questions is never done."""
    asked = questions_of(key)
    return bool(asked) and all(st.session_state.get(question) is not None for question in asked)


@cache
def questions_of(key: str) -> tuple[str, ...]:
    """The keys of a lesson's questions."""
    module = f"ui.questions.{key}"
    return tuple(question.key for question in import_module(module).QUESTIONS) if find_spec(module) else ()


def five() -> tuple[Question, ...]:
    """The questions of the path."""
    return import_module("ui.questions.path").QUESTIONS


def _five() -> None:
    """What the dialog holds: the questions, or what came of them."""
    answers = st.session_state.setdefault("path.answers", {})
    stage = next((stage for stage in STAGES if stage not in answers), None)
    if stage == "after" and not st.session_state.get("path.again"):
        st.markdown(t("path.wait"))
        st.button(t("path.again"), key="path.start", on_click=_begin, type="primary")
    elif stage is not None:
        st.markdown(t(f"path.intro.{stage}"))
        _put(stage)
    else:
        _show(answers)


def _put(stage: str) -> None:
    """The five questions, without a word on what is right, and a button that takes the guesses."""
    asked, text = _asked()
    guesses = []
    for question in five():
        choices = {choice: question.wording(choice) for choice in question.choices(asked)}
        ask = t(f"{question.key}.ask")
        guesses.append(st.pills(f"**{ask}**", tuple(choices), format_func=choices.__getitem__, key=f"{question.key}.{stage}"))
    right = tuple(question.answer(asked) == guess for question, guess in zip(five(), guesses, strict=True))
    st.button(
        t("path.take"),
        key="path.take",
        disabled=None in guesses,
        on_click=_keep,
        args=(stage, Answers(text, right)),
        type="primary",
    )


def _show(answers: Mapping[str, Answers]) -> None:
    """Right and wrong before and after, and why."""
    asked, _ = _asked()
    counts = {stage: sum(answers[stage].right) for stage in STAGES}
    st.markdown(t("path.gain", before=counts["before"], after=counts["after"], all=len(five())))
    for place, question in enumerate(five()):
        marks = " → ".join(t(f"path.mark.{'right' if answers[stage].right[place] else 'wrong'}") for stage in STAGES)
        answer = question.wording(question.answer(asked))
        st.markdown(f"**{t(f'{question.key}.ask')}**\n\n{marks} · {t(f'{question.key}.because', answer=answer)}")
    st.button(t("path.forget"), key="path.forget", on_click=_forget)


def _asked() -> tuple[object, str]:
    """What the questions are about: the visitor's sentence, or the first sample where nothing can be read."""
    from ui.lessons.qkv.examples import of_sentence  # here, for the frame imports this module before any lesson
    from ui.questions.path import Asked
    from ui.runs import ModelSpec, RunSpec, trace

    text = fitting(links.shared("text", DEFAULT_TEXT)).text
    text = text if fitting(text).n_tokens else DEFAULT_TEXT
    one_head = {"width": 4, "seed": 0}
    shared = trace(RunSpec(ModelSpec(1, 4, 1, 4, "none", 0), text, "words")).layers[0].heads
    free, causal = (of_sentence(text, mask=mask, **one_head).worked for mask in ("none", "causal"))
    return Asked(free, causal, shared), text


def _begin() -> None:
    st.session_state["path.again"] = True


def _keep(stage: str, answers: Answers) -> None:
    st.session_state["path.answers"][stage] = answers


def _forget() -> None:
    for name in ("path.answers", "path.again"):
        st.session_state.pop(name, None)
