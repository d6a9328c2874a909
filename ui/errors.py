"""When something goes wrong: one sentence in the reader's language, what to do next, and the details folded away."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from attention_core import Tokens
from attention_core.bundled import depth
from ui import links
from ui.texts import t


@contextmanager
def friendly() -> Iterator[None]:
    """Turn an error of a block into one sentence with the next step; what was typed and chosen stays.

    The block is left at the error; what comes after it goes on.
    """
    try:
        yield
    except Exception as error:  # whatever it is, a lesson must not end in a traceback
        _explain(error)


def progress(label: str):
    """A note while a block works, seen only when the wait passes half a second: `with progress(t("…")):`."""
    return st.spinner(label)


def warn_out_of_depth(tokens: Tokens) -> None:
    """Say so where a trained model reads what it was not made for."""
    if reason := depth.out_of_depth(tokens):
        st.info(t(f"errors.depth.{reason}", longest=depth.LONGEST), icon=":material/scuba_diving:")


def _explain(error: Exception) -> None:
    st.error(t(f"errors.{_kind(error)}"), icon=":material/error:")
    lesson = st.session_state.get("frame.lesson")
    if lesson is not None:
        st.button(t("errors.reset"), key="errors.reset", on_click=links.reset, args=(lesson.key,))
    with st.expander(t("errors.details")):
        st.code("".join(traceback.format_exception(error)), language=None, wrap_lines=True)


def _kind(error: Exception) -> str:
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return "memory"
    if isinstance(error, FileNotFoundError):
        return "file"
    if isinstance(error, ValueError):
        return "value"
    return "unknown"
