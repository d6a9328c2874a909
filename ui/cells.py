"""Cells of a small grid as a part of a link: those that somebody drew by hand."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Cells = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class CellSet:
    """A set of (row, column) of a grid of at most `size` × `size`.

    Written row by row, parted by dots, each row a hexadecimal number whose bit c stands for column c: `.5` is (1, 0) and (1, 2).
    """

    size: int
    texts: None = None

    def parse(self, given: str) -> Cells:
        rows = given.split(".")
        if len(rows) > self.size:
            raise ValueError(f"{len(rows)} rows are more than {self.size}")
        return frozenset((row, column) for row, code in enumerate(rows) for column in self._columns(code))

    def show(self, value: Cells) -> str:
        rows = [sum(1 << column for row, column in value if row == wanted) for wanted in range(self.size)]
        return ".".join(f"{code:x}" if code else "" for code in rows).rstrip(".")

    def _columns(self, code: str) -> Iterable[int]:
        if not code:
            return ()
        if not re.fullmatch("[0-9a-f]+", code):
            raise ValueError(f"{code!r} is not a row of cells")
        bits = int(code, 16)
        if bits >= 1 << self.size:
            raise ValueError(f"{code!r} has cells beyond column {self.size}")
        return (column for column in range(self.size) if bits >> column & 1)


def cells(size: int) -> Any:
    """A field of a view that is a set of cells, empty by default."""
    return field(default=frozenset(), metadata={"form": CellSet(size)})
