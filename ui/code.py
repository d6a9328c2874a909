"""The code that ran, as it stands in `attention_core`."""

import inspect
from collections.abc import Callable
from functools import cache

import streamlit as st

from ui.texts import t


def code_that_ran(*subjects: Callable | type) -> None:
    """Show the source of functions or classes that computed what is on the page, folded away."""
    with st.expander(t("code_that_ran.title"), icon=":material/code:"):
        for subject in subjects:
            subject = inspect.unwrap(subject)
            st.caption(f"`{subject.__module__}.{subject.__qualname__}`")
            st.code(_source(subject), language="python")


@cache
def _source(subject: Callable | type) -> str:
    """Found once: `inspect` reads the whole file and takes it apart anew at each call."""
    return inspect.getsource(subject)
