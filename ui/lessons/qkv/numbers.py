"""The small example of whole numbers: as tensors, as part of a link, as cells somebody types into, as a file."""

import csv
import io
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from attention_core.walk import Example, Worked

SHAPES = {"inputs": (4, 3), "to_query": (3, 3), "to_key": (3, 3), "to_value": (3, 2)}
WORDS = 4
LARGEST = 1000.0
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
Edits = Mapping[str, Mapping[tuple[int, int], str | bool | None]]
"""What was typed: table -> place -> text, or yes and no in the mask."""


def _tensor(rows: list[list[float]]) -> torch.Tensor:
    return torch.tensor(rows, dtype=torch.float64)


ORIGINAL = Example(  # its first query is the tutorial's q¹ = (1, 2, 3), its second key the tutorial's k² = (4, 5, 6)
    _tensor([[0, 1, 0], [0, 1, 1], [1, 1, 0], [1, 1, 1]]),
    _tensor([[2, 3, 0], [1, 2, 3], [2, 0, -1]]),
    _tensor([[-1, 1, 0], [5, 5, 5], [-1, 0, 1]]),
    _tensor([[4, 0], [1, 2], [0, 3]]),
    torch.ones(WORDS, WORDS, dtype=torch.bool),
)


@dataclass(frozen=True)
class BadCell:
    """A cell that holds no number: its table, its place from 0, what was typed, and the number used meanwhile."""

    table: str
    row: int
    column: int
    typed: str
    kept: float


def example_of(text: str) -> Example:
    """The example in a link; the original where it holds none, or something else."""
    try:
        return parsed(text) if text else ORIGINAL
    except ValueError:
        return ORIGINAL


def parsed(text: str) -> Example:
    """The example that `written` wrote. Raises: ValueError for anything else."""
    numbers, _, bits = text.partition("~")
    values = [number_in(cell) for cell in numbers.split("_")]
    if len(values) != sum(rows * columns for rows, columns in SHAPES.values()) or not re.fullmatch(f"[01]{{{WORDS**2}}}", bits):
        raise ValueError(f"{text!r} is no example of {WORDS} words")
    parts = _tensor(values).split([rows * columns for rows, columns in SHAPES.values()])
    grids = (part.reshape(shape) for part, shape in zip(parts, SHAPES.values(), strict=True))
    return Example(*grids, torch.tensor([bit == "1" for bit in bits]).reshape(WORDS, WORDS))


def written(example: Example) -> str:
    """An example as part of a link; empty for the original."""
    text = _spelt(example)
    return "" if text == _spelt(ORIGINAL) else text


def _spelt(example: Example) -> str:
    """Its numbers, and a bit for each pair that is allowed."""
    numbers = "_".join(f"{value:.15g}" for name in SHAPES for value in getattr(example, name).flatten().tolist())
    return f"{numbers}~{''.join(str(int(bit)) for bit in example.allowed.flatten().tolist())}"


def number_in(typed: str | None) -> float:
    """The number in a cell, in digits of any width. Raises: ValueError for anything else, and for what is too large."""
    plain = unicodedata.normalize("NFKC", typed or "").replace("−", "-").strip()
    if not NUMBER.fullmatch(plain) or not abs(float(plain)) <= LARGEST:
        raise ValueError(f"{typed!r} is no number from {-LARGEST:g} to {LARGEST:g}")
    return float(plain)


def edited(example: Example, edits: Edits) -> tuple[Example, list[BadCell]]:
    """An example with cells replaced, and the cells that hold no number and were left as they are."""
    grids = {name: getattr(example, name).clone() for name in (*SHAPES, "allowed")}
    bad = []
    for table, cells in edits.items():
        for (row, column), typed in cells.items():
            try:
                grids[table][row, column] = bool(typed) if table == "allowed" else number_in(typed)
            except ValueError:
                bad.append(BadCell(table, row, column, typed or "", float(grids[table][row, column])))
    return Example(**grids), bad


def as_csv(worked: Worked) -> bytes:
    """Every number of a worked example, one a line, for spreadsheets."""
    grids = {name: getattr(worked.example, name) for name in (*SHAPES, "allowed")}
    grids |= {name: getattr(worked, name) for name in ("query", "key", "value", "dots", "scores", "weights", "output")}
    file = io.StringIO()
    lines = csv.writer(file)
    lines.writerow(["matrix", "row", "column", "value"])
    for name, grid in grids.items():
        for row, values in enumerate(grid.tolist(), 1):
            lines.writerows([name, row, column, float(value)] for column, value in enumerate(values, 1))
    return file.getvalue().encode("utf-8-sig")
