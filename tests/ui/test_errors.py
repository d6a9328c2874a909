"""Friendly errors: one sentence with the next step, the details folded away, everything chosen kept."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.texts import table


def fail() -> None:
    import streamlit as st

    from ui.errors import friendly

    with friendly():
        raise st.session_state["error"]
    st.write("the page goes on")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("heads 4 does not divide width 10"), "value"),
        (MemoryError(), "memory"),
        (FileNotFoundError("weights.safetensors"), "file"),
        (RuntimeError("no kernel image"), "unknown"),
    ],
)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_error_is_one_sentence_in_the_readers_language(error, kind, language):
    page = AppTest.from_function(fail)
    page.session_state["error"] = error
    page.session_state["language"] = language
    page.run()
    assert not page.exception
    assert [shown.value for shown in page.error] == [table(language)[f"errors.{kind}"]]
    assert repr(error).split("(")[0] in page.expander[0].code[0].value
    assert page.markdown[-1].value == "the page goes on"
