"""Controls that change a page's view: compact, named by the page's texts, and kept with the link.

A page reads its view once, with `links.view`, and draws these wherever they belong: they change the view before the next run.
A field's texts are `<page>.<field>.label`, for a menu also `.shown` (how the chosen value reads on its pill, `{value}`), and one
text per option that is a word.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import streamlit as st

from ui import links
from ui.links import View
from ui.sentence import box
from ui.texts import literal, t

NUMBER_WIDTH = 170  # pixels


def row():
    """A row of compact controls that wraps on a narrow screen: `with controls.row():`."""
    return st.container(horizontal=True, gap="xsmall", vertical_alignment="center")


def family(view: View | type[View], name: str) -> str:
    """Where the texts of a field are: `<page>.<field>`, or the family that the field names."""
    return f"{links.form(view, name).texts or view.page}.{name}"


def option_text(view: View | type[View], name: str, option: Any) -> str:
    """How an option reads: the text of a word, with its number if it has one ("cuda:0"); a number stands for itself."""
    if not isinstance(option, str):
        return str(option)
    word, _, number = option.partition(":")
    return f"{t(f'{family(view, name)}.{word}')} {number}".rstrip()


def menu(view: View, name: str, *, only: tuple = ()) -> None:
    """A pill that says what is chosen and opens the list of options. `only`: offer these alone, where others are impossible."""
    key, chosen = _key(view, name), getattr(view, name)
    texts = _option_texts(view, name, only)
    st.menu_button(
        t(f"{family(view, name)}.shown", value=option_text(view, name, chosen)),
        tuple(texts),
        key=key,
        help=t(f"{family(view, name)}.label"),
        format_func={option: ("✓ " if option == chosen else "\u2003 ") + text for option, text in texts.items()}.__getitem__,
        on_click=_take,
        args=(view.page, name, key),
    )


def segments(view: View, name: str) -> None:
    """The few options of a field side by side."""
    texts = _option_texts(view, name)
    st.segmented_control(
        t(f"{family(view, name)}.label"),
        tuple(texts),
        required=True,
        format_func=texts.__getitem__,
        **_bound(view, name, getattr(view, name)),
    )


def slider(view: View, name: str) -> None:
    """A number by dragging."""
    form = links.form(view, name)
    st.slider(
        t(f"{family(view, name)}.label"),
        form.kind(form.low),
        form.kind(form.high),
        step=form.step,
        **_bound(view, name, getattr(view, name)),
    )


def number(view: View, name: str) -> None:
    """A number by typing or stepping."""
    form = links.form(view, name)
    st.number_input(
        t(f"{family(view, name)}.label"),
        form.kind(form.low),
        form.kind(form.high),
        step=form.step,
        width=NUMBER_WIDTH,
        **_bound(view, name, getattr(view, name)),
    )


def switch(view: View, name: str) -> None:
    """Yes or no."""
    st.toggle(t(f"{family(view, name)}.label"), **_bound(view, name, getattr(view, name)))


def pick(view: View, name: str, words: Sequence[str]) -> None:
    """One of the words on screen, by its place among them; twins carry their place.

    A field that is None by default may also have no word picked. Any other always has one, the last where the text is too short.
    """
    place, required = getattr(view, name), links.defaults(type(view))[name] is not None
    if place is not None and place >= len(words):
        place = len(words) - 1 if required else None
    count = Counter(words)
    texts = tuple(literal(word if count[word] == 1 else f"{word} · {at + 1}") for at, word in enumerate(words))
    st.pills(
        t(f"{family(view, name)}.label"),
        range(len(words)),
        required=required,
        format_func=texts.__getitem__,
        **_bound(view, name, place),
    )


def line(view: View, name: str) -> None:
    """A short text of its own, beside the sentence that all pages share; taken on Enter."""
    box(view, name, label=t(f"{family(view, name)}.label"))


def _option_texts(view: View, name: str, only: Sequence[Any] = ()) -> dict[Any, str]:
    """Every option with how it reads, settled now: Streamlit formats options again where no language is known."""
    return {option: option_text(view, name, option) for option in only or links.form(view, name).allowed()}


def _key(view: View, name: str) -> str:
    return f"{view.page}.{name}"


def _bound(view: View, name: str, value: Any) -> dict[str, Any]:
    """Key and callback of a widget, after setting it to `value` where a link or another control has moved the view."""
    key = _key(view, name)
    if st.session_state.get(key) != value:
        st.session_state[key] = value
    return {"key": key, "on_change": _take, "args": (view.page, name, key)}


def _take(page: str, name: str, key: str) -> None:
    links.change(page, **{name: st.session_state[key]})
