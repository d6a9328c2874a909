"""The matrices of each step, in the order of its formula; what the formula works out is framed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from attention_core.walk import Step
from ui.lessons.qkv import formulas
from ui.lessons.qkv.blocks import Block, Frames, cell, column, row
from ui.lessons.qkv.examples import Shown

Parts = list[Block | str]


@dataclass(frozen=True, eq=False)
class Point:
    """Where the walk is: whose numbers, the word that asks (from 0), and the key that is worked out."""

    shown: Shown
    asks: int
    key: int

    def name(self, letter: str) -> str:
        """A row of the asking word: α₁, s₁, e₁."""
        return f"{letter}_{{{self.asks + 1}}}"

    def row(self, letter: str, values, *, kind: str = "tensor", frames: Frames | None = None) -> Block:
        """One number a key, drawn standing up beside the words."""
        frames = [row(self.key)] if frames is None else frames
        return Block(self.name(letter), values, self.shown.labels, kind=kind, frames=frames)

    def masked(self, letter: str, values, **looks) -> Block:
        """The same after the mask: what may not be looked at is hatched."""
        allowed = self.shown.worked.example.allowed
        return replace(self.row(letter, values, **looks), allowed=None if allowed is None else allowed[self.asks])

    def alone(self, tex: str, values, frames: Frames, *, role: str | None = None) -> Block:
        """The asking word's own vector."""
        return Block(tex, values, (self.shown.labels[self.asks],), role=role, frames=frames)

    def every(self, tex: str, values, frames: Frames = (), *, role: str | None = None) -> Block:
        """A vector a word."""
        return Block(tex, values, self.shown.labels, role=role, frames=frames)


def of_step(step: Step, point: Point) -> Parts:
    """What is drawn for a step."""
    return _PARTS[step.name](step, point)


def _inputs(step: Step, at: Point) -> Parts:
    outputs = at.every(formulas.coloured("output", "b"), at.shown.worked.output, role="output")
    return [at.every("a", step.result), r"\longrightarrow", outputs]


def _query(step: Step, at: Point) -> Parts:
    vector, matrix = step.given
    asked = at.alone(f"a^{{{at.asks + 1}}}", vector, [row(0)])
    return [asked, r"\times", _matrix("query", matrix), "=", _query_of(step.result, at, [cell(0, 0)])]


def _keys_or_values(step: Step, at: Point) -> Parts:
    inputs, matrix = step.given
    result = at.every(_capital(step.name), step.result, [cell(at.key, 0)], role=step.name)
    return [at.every("a", inputs, [row(at.key)]), r"\times", _matrix(step.name, matrix), "=", result]


def _dots(step: Step, at: Point) -> Parts:
    query, key = step.given
    keys = at.every(_capital("key"), key, [row(at.key)], role="key")
    return [_query_of(query, at, [row(0)]), r"\cdot", keys, "=", at.row(r"\alpha", step.result)]


def _scale(step: Step, at: Point) -> Parts:
    root = rf"\div \sqrt{{{at.shown.worked.query.shape[1]}}} \;="
    return [at.row(r"\alpha", step.given[0]), root, at.row("s", step.result)]


def _mask(step: Step, at: Point) -> Parts:
    return [at.row("s", step.given[0]), r"\longrightarrow", at.row("s", step.result)]


def _exponentials(step: Step, at: Point) -> Parts:
    return [at.row("s", step.given[0]), r"\xrightarrow{\exp(s - \max s)}", at.masked("e", step.result)]


def _sum(step: Step, at: Point) -> Parts:
    return [at.masked("e", step.given[0], frames=[column(0)]), r"\xrightarrow{\;+\;}", _total(step.result, at)]


def _weights(step: Step, at: Point) -> Parts:
    powers, total = step.given
    return [at.masked("e", powers), r"\div", _total(total, at), "=", at.masked(r"\alpha'", step.result, kind="weights")]


def _weighted(step: Step, at: Point) -> Parts:
    weights, value = step.given
    values = at.every(_capital("value"), value, [cell(at.key, 0)], role="value")
    return [at.masked(r"\alpha'", weights, kind="weights"), r"\times", values, "=", _scaled(step.result, at, [cell(at.key, 0)])]


def _output(step: Step, at: Point) -> Parts:
    mixed = at.alone(formulas.output(at.asks), step.result, [cell(0, 0)], role="output")
    return [_scaled(step.given[0], at, [column(0)]), r"\xrightarrow{\;+\;}", mixed]


_PARTS: dict[str, Callable[[Step, Point], Parts]] = {
    "inputs": _inputs,
    "query": _query,
    "key": _keys_or_values,
    "value": _keys_or_values,
    "dots": _dots,
    "scale": _scale,
    "mask": _mask,
    "exponentials": _exponentials,
    "sum": _sum,
    "weights": _weights,
    "weighted": _weighted,
    "output": _output,
}


def _capital(role: str) -> str:
    """K or V in its colour."""
    return formulas.coloured(role, role[0].upper())


def _matrix(role: str, values) -> Block:
    """W^q, W^k or W^v, its first column framed."""
    return Block(formulas.coloured(role, f"W^{role[0]}"), values, role=role, frames=[column(0)])


def _query_of(values, at: Point, frames: Frames) -> Block:
    return at.alone(formulas.query(at.asks), values, frames, role="query")


def _total(values, at: Point) -> Block:
    return Block(rf"\textstyle\sum {at.name('e')}", values, frames=[cell(0, 0)])


def _scaled(values, at: Point, frames: Frames) -> Block:
    return at.every(rf"{at.name(chr(92) + 'alpha' + chr(39))} \, {formulas.coloured('value', 'V')}", values, frames, role="value")
