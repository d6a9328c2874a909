"""Two listings side by side, with the lines that differ marked."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape
from itertools import zip_longest
from pathlib import Path

import streamlit as st

STYLE = (Path(__file__).parent / "side_by_side.css").read_text(encoding="utf-8")
Pair = tuple[str | None, str | None]


def side_by_side(left: Sequence[str], right: Sequence[str], *, names: tuple[str, str]) -> None:
    """Lines that are the same stand in one row, those that differ face each other and carry ≠; on a phone they stack."""
    heads = "".join(f"<b>{escape(name)}</b>" for name in names)
    rows = "".join(_row(pair, names) for pair in pairs(left, right))
    st.html(f'<style>{STYLE}</style><div class="sa-compare"><div class="names">{heads}</div>{rows}</div>')


def pairs(left: Sequence[str], right: Sequence[str]) -> Iterator[Pair]:
    """Lines that belong together; None where the other side has no such line."""
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from zip(left[a:b], right[c:d], strict=True)
        else:
            yield from zip_longest(left[a:b], right[c:d])


def _row(pair: Pair, names: tuple[str, str]) -> str:
    same = pair[0] == pair[1]
    cells = [
        f'<code data-name="{escape(name)}">{escape(line)}</code>' if line is not None else '<code class="none"></code>'
        for line, name in zip(pair, names, strict=True)
    ]
    return f'<div class="{"same" if same else "differs"}"><i>{"" if same else "≠"}</i>{"".join(cells)}</div>'
