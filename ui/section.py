"""One picture's surroundings: a heading, where its numbers come from, and how to read it."""

import streamlit as st

from ui.texts import t


def section(key: str, title: str, *, source: str, hint: str = "", changed: bool = False) -> None:
    """The heading of a picture with its source badge beside it and the way to read it below.

    key: unlike any other on the page. source: where the numbers come from. changed: the run was intervened in; the badge says so.
    """
    with st.container(key=f"section-{key}", horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(title, anchor=False, width="stretch")
        with st.container(key=f"source-{key}", width="content"):
            st.markdown(f"**{t('frame.changed')}** · {source}" if changed else source)
    if hint:
        st.caption(hint)
