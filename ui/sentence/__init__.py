"""Boxes to type in: a line that grows, read on Enter, but never on the Enter that only ends a composition of an input method.

Streamlit's own text input takes the Enter that confirms a Chinese candidate for a submission in Safari, where that key press
comes after the composition has ended; hence a box of our own.
"""

from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from attention_core import bundled
from ui import links
from ui.links import View
from ui.texts import literal, samples, t

LIMIT = 512  # tokens, without the special ones
FOLDER = Path(__file__).parent

_mount = st.components.v2.component(
    "seeing_attention.sentence",
    html=(FOLDER / "sentence.html").read_text(encoding="utf-8"),
    css=(FOLDER / "sentence.css").read_text(encoding="utf-8"),
    js=(FOLDER / "sentence.js").read_text(encoding="utf-8"),
)


class Fit(NamedTuple):
    """A text that fits: what of it is read, how many tokens that is, and how many there were."""

    text: str
    n_tokens: int
    n_typed: int


def sentence(view: View) -> str | None:
    """The box for `view.text`; returns what is to be read of it, at most 512 tokens, or None where there is nothing to read."""
    fit = fitting(view.text, reading=getattr(view, "reading", "words"))
    too_long = fit.n_typed > LIMIT
    note = t("controls.tokens", n=fit.n_typed, limit=LIMIT)
    box(view, "text", label=t("controls.sentence"), look=t("controls.look"), note=note, warn=too_long)
    if fit.n_typed == 0:
        st.info(t("controls.nothing"))
        return None
    if too_long:
        st.warning(t("controls.too_long", n=fit.n_typed, limit=LIMIT, end=literal(fit.text[-8:])))
    return fit.text


def box(view: View, name: str, *, label: str, look: str = "", note: str = "", warn: bool = False) -> None:
    """A box for a field of typed text. look: what its button says, if any. note: a remark below, standing out if `warn`."""
    key = f"{view.page}.{name}"
    _mount(
        key=key,
        data={
            "name": name,
            "text": getattr(view, name),
            "label": label,
            "look": look,
            "note": note,
            "warn": warn,
            "longest": links.LONGEST_TEXT,
        },
        on_submitted_change=partial(_submit, view.page, name, key),
    )


def sample_menu(view: View) -> None:
    """A pill that opens the sample sentences: the tutorial's, English ones, tricky ones. Choosing one closes it.

    What is in it is sent when it is opened: three groups of pills would cost every rerun a few milliseconds.
    """
    picked = st.session_state.get(f"{view.page}.picked", 0)
    with st.popover(t("controls.samples"), key=f"{view.page}.samples.{picked}", on_change="rerun") as menu:
        for group, texts in samples().items() if menu.open else ():
            key = f"{view.page}.sample.{group}"
            st.pills(t(f"controls.sample.{group}"), texts, format_func=literal, key=key, on_change=_pick, args=(view.page, key))


@lru_cache(maxsize=512)
def fitting(text: str, *, reading: str = "words", limit: int = LIMIT) -> Fit:
    """The longest beginning of a text of at most `limit` tokens that cuts no character."""
    read = bundled.tokenizer().read
    tokens = read(text, reading=reading, special=False).tokens
    n_typed = len(tokens)
    while len(tokens) > limit:
        text = text[: tokens[limit].start]
        tokens = read(text, reading=reading, special=False).tokens
    return Fit(text, len(tokens), n_typed)


def _submit(page: str, name: str, key: str) -> None:
    links.change(page, **{name: st.session_state[key]["submitted"]})


def _pick(page: str, key: str) -> None:
    if st.session_state[key] is not None:
        links.change(page, text=st.session_state[key])
        st.session_state[key] = None
        st.session_state[f"{page}.picked"] = st.session_state.get(f"{page}.picked", 0) + 1
