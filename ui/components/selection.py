"""What a reader selected in a picture."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

import streamlit as st


@dataclass(frozen=True)
class Selection:
    """A head, a row (query) and a column (key), counted from 0; None where nothing is selected. name: of the head or trace."""

    head: int | None = None
    row: int | None = None
    column: int | None = None
    name: str = ""

    def sent(self) -> dict:
        """As the browser gets it."""
        return {key: value for key, value in asdict(self).items() if key != "name"}


@dataclass(frozen=True)
class Bounds:
    """How many heads, rows and columns there are to select."""

    heads: int
    rows: int
    columns: int


def from_browser(sent: object, bounds: Bounds) -> Selection | None:
    """The selection in a component's state, or None when it is empty, malformed, or outside the data now shown."""
    if not isinstance(sent, Mapping):
        return None
    limits = {"head": bounds.heads, "row": bounds.rows, "column": bounds.columns}
    places = {key: sent.get(key) for key in limits}
    if any(not _fits(place, limits[key]) for key, place in places.items()) or set(places.values()) == {None}:
        return None
    return Selection(**places, name=str(sent.get("name") or ""))


def _fits(place: object, limit: int) -> bool:
    return place is None or (isinstance(place, int) and not isinstance(place, bool) and 0 <= place < limit)


def caller(key: str, bounds: Bounds, on_select: Callable[[Selection | None], None] | None) -> Callable[[], None]:
    """The callback to hand to Streamlit: `on_select` with the checked selection."""

    def changed() -> None:
        if on_select is not None:
            on_select(from_browser(st.session_state[key].get("selected"), bounds))

    return changed
