"""A listing whose lines can be chosen: by click, by finger, or with the arrow keys."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

FOLDER = Path(__file__).parent

_mount = st.components.v2.component(
    "seeing_attention.listing",
    html='<ol class="listing"></ol>',
    css=(FOLDER / "listing.css").read_text(encoding="utf-8"),
    js=(FOLDER / "listing.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Line:
    """A line of code. note, remark: what stands at its right end. place: what choosing it chooses, None if it cannot be."""

    code: str
    note: str = ""
    place: int | None = None
    remark: str = ""


def listing(lines: Sequence[Line], *, chosen: int, key: str, label: str, on_choose: Callable[[int], None]) -> None:
    """Code with a choosable line; `on_choose` is called with its place, before the page's script."""
    data = {"lines": [asdict(line) for line in lines], "chosen": chosen, "label": label}
    _mount(key=key, data=data, on_chosen_change=lambda: _choose(key, on_choose))


def _choose(key: str, on_choose: Callable[[int], None]) -> None:
    place = st.session_state[key]["chosen"]
    if isinstance(place, int):
        on_choose(place)
