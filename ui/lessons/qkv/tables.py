"""Edit and see: the small example as tables of cells, with undo, reset and download.

A cell keeps what was typed. One that holds no number counts as the number it had before, and is named in one sentence.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import pandas as pd
import streamlit as st
import torch

from attention_core.walk import Worked
from ui import frame, links
from ui.lessons.qkv.numbers import LARGEST, SHAPES, BadCell, Edits, as_csv, edited, example_of, written
from ui.texts import language, literal, t
from ui.views import Qkv

SHEET = "qkv.sheet"
TABLES = (*SHAPES, "allowed")


@dataclass
class Sheet:
    """A visitor's tables. base: the numbers that the editors started from; now: those in use; past: those before them."""

    base: str = ""
    now: str = ""
    version: int = 0
    past: list[str] = field(default_factory=list)

    def key(self, table: str) -> str:
        """The editor of a table; another one after every new start."""
        return f"qkv.cells.{table}.{self.version}.{language()}"


def editors(view: Qkv, labels: tuple[str, ...], worked: Worked) -> None:
    """The tables, what is wrong in them, and undo, reset, download."""
    sheet = _sheet(view)
    base = example_of(sheet.base)
    with st.container(horizontal=True, gap="medium", key="qkv-tables"):
        for table in TABLES:
            _editor(sheet, table, getattr(base, table), labels)
    _complain(edited(example_of(view.table), _edits(sheet))[1])
    with st.container(horizontal=True, gap="xsmall"):
        st.button(t("qkv.undo"), key="qkv.undo", on_click=_undo, disabled=not sheet.past)
        st.button(t("qkv.reset"), key="qkv.reset", on_click=_reset)
        st.download_button(t("qkv.download"), partial(as_csv, worked), "attention.csv", "text/csv", on_click="ignore")


def _sheet(view: Qkv) -> Sheet:
    """The visitor's tables, begun anew where the numbers came from elsewhere than the editors, or these were off the page."""
    sheet = st.session_state.setdefault(SHEET, Sheet())
    if sheet.now != view.table or sheet.key("inputs") not in st.session_state:
        sheet.version += 1
        sheet.base = sheet.now = view.table
    return sheet


def _editor(sheet: Sheet, table: str, grid: torch.Tensor, labels: tuple[str, ...]) -> None:
    rows, columns = grid.shape
    cells = grid.tolist() if table == "allowed" else [[f"{value:.15g}" for value in row] for row in grid.tolist()]
    index = labels if table in ("inputs", "allowed") else [str(row + 1) for row in range(rows)]
    kind = st.column_config.CheckboxColumn if table == "allowed" else st.column_config.TextColumn
    scale = frame.type_scale()
    with st.container(width=round(scale * (70 + 62 * columns))):
        st.markdown(t(f"qkv.table.{table}"))
        st.data_editor(
            pd.DataFrame(cells, index=index, columns=_names(columns)),
            column_config={name: kind(width=round(scale * 60)) for name in _names(columns)},
            disabled=["_index"],
            key=sheet.key(table),
            on_change=_take,
        )


def _names(columns: int) -> list[str]:
    return [str(column + 1) for column in range(columns)]


def _edits(sheet: Sheet) -> Edits:
    """What was typed into the editors since they began."""
    return {table: dict(_cells(sheet.key(table))) for table in TABLES}


def _cells(key: str) -> Iterator[tuple[tuple[int, int], str | bool | None]]:
    for row, cells in st.session_state.get(key, {}).get("edited_rows", {}).items():
        for column, typed in cells.items():
            yield (int(row), int(column) - 1), typed


def _take() -> None:
    """Let what was typed flow into the view."""
    sheet = st.session_state[SHEET]
    after = written(edited(example_of(sheet.now), _edits(sheet))[0])
    if after != sheet.now:
        sheet.past.append(sheet.now)
        sheet.now = after
        links.change("qkv", table=after)


def _undo() -> None:
    links.change("qkv", table=st.session_state[SHEET].past.pop())


def _reset() -> None:
    sheet = st.session_state[SHEET]
    if sheet.now:
        sheet.past.append(sheet.now)
    sheet.version += 1
    links.change("qkv", table="")


def _complain(bad: list[BadCell]) -> None:
    if bad:
        first = bad[0]
        place = {"table": t(f"qkv.table.{first.table}"), "row": first.row + 1, "column": first.column + 1}
        more = t("qkv.bad_more", n=len(bad) - 1) if len(bad) > 1 else ""
        typed = literal(first.typed.strip()) or t("qkv.blank")
        st.warning(t("qkv.bad_cell", typed=typed, kept=f"{first.kept:g}", limit=f"{LARGEST:g}", **place) + more)
