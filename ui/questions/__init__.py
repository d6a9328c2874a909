"""Questions: predict, then reveal, with the reason. A page's questions are a list in a module of its own here.

The answer is computed from the run on screen, so it is right for whatever the reader has typed. The texts of a question are
`<key>.ask` and `<key>.because`, and one per choice that is a word; `because` may hold `{answer}`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ui.texts import literal, t

CHANGES = ("more", "less", "same")


def change(gain: float, *, rounding: float) -> str:
    """Which of CHANGES a gain is; up to the rounding it is none."""
    return "same" if abs(gain) < rounding else "more" if gain > 0 else "less"


@dataclass(frozen=True)
class Question:
    """A question about the run on screen.

    key: where its texts are, `<page>.question.<name>`.
    choices: the codes to choose from, worded by `<key>.<code>`; or things of the run itself (`own_words`), shown as they are.
    answer: the right one of them.
    """

    key: str
    choices: Callable[[Any], Sequence[str]]
    answer: Callable[[Any], str]
    own_words: bool = False

    def wording(self, choice: str) -> str:
        """How a choice reads."""
        return literal(choice) if self.own_words else t(f"{self.key}.{choice}")


def ask(questions: Sequence[Question], run: Any) -> None:
    """Put each question to the reader: choose first, and see then what is right and why."""
    st.subheader(t("questions.title"), anchor=False)
    for question in questions:
        with st.container(border=True):
            _ask(question, run)


def _ask(question: Question, run: Any) -> None:
    st.markdown(f"**{t(f'{question.key}.ask')}**")
    choices = {choice: question.wording(choice) for choice in question.choices(run)}
    guess = st.pills(
        t("questions.predict"),
        tuple(choices),
        format_func=choices.__getitem__,
        key=question.key,
        persist_state="session",
    )
    if guess is not None:
        _reveal(question, right := question.answer(run), guess == right)


def _reveal(question: Question, right: str, guessed: bool) -> None:
    answer = question.wording(right)
    reason = t(f"{question.key}.because", answer=answer)
    if guessed:
        st.success(t("questions.right", reason=reason), icon=":material/check:")
    else:
        st.info(t("questions.wrong", answer=answer, reason=reason), icon=":material/lightbulb:")
