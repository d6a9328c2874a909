"""A function run one statement after another, so that every line can be shown with what it really gave."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from torch import Tensor


@dataclass(frozen=True, eq=False)
class Step:
    """A statement that has run.

    source: without its comment. line: where it stands in the function's source, from 0. note: the comment behind it.
    read: the tensors it used, by name, as they were before. gave: what it assigned or returned, by name.
    """

    source: str
    line: int
    note: str
    read: dict[str, Tensor]
    gave: dict[str, Any]


def walk(function: Callable, *arguments: Any) -> tuple[Step, ...]:
    """Call a function or bound method statement by statement.

    Its body may hold assignments to names and one return of names at the end, each on one line.
    Raises: ValueError naming a line that is anything else. Whatever the lines raise passes through.
    """
    lines = source_lines(getattr(function, "__func__", function))
    body = ast.parse("\n".join(lines)).body[0].body
    scope = dict(inspect.signature(function).bind(*arguments).arguments)
    if inspect.ismethod(function):
        scope |= {next(iter(inspect.signature(function.__func__).parameters)): function.__self__}
    return tuple(_step(statement, lines, scope, function.__globals__) for statement in body)


@cache
def source_lines(subject: Callable | type) -> tuple[str, ...]:
    """The source of a function or class, its indentation taken back; read once."""
    return tuple(textwrap.dedent(inspect.getsource(subject)).splitlines())


def _step(statement: ast.stmt, lines: Sequence[str], scope: dict[str, Any], around: dict[str, Any]) -> Step:
    number = statement.lineno - 1
    if not _is_plain(statement):
        raise ValueError(f"not an assignment to names or a return of names: {lines[number].strip()!r}")
    code = lines[number][statement.col_offset : statement.end_col_offset]
    note = lines[number][statement.end_col_offset :].strip().removeprefix("#").strip()
    used = [node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)]
    read = {name: scope[name] for name in used if isinstance(scope.get(name), Tensor)}
    if isinstance(statement, ast.Assign):
        exec(compile(ast.Module([statement], []), "<step>", "exec"), around, scope)
        given = _names(statement.targets[0])
    else:
        given = _names(statement.value)
    return Step(code, number, note, read, {name: scope[name] for name in given})


def _is_plain(statement: ast.stmt) -> bool:
    if statement.lineno != statement.end_lineno or not isinstance(statement, ast.Assign | ast.Return):
        return False
    given = statement.targets[0] if isinstance(statement, ast.Assign) else statement.value
    parts = given.elts if isinstance(given, ast.Tuple) else [given]
    return all(isinstance(part, ast.Name) for part in parts)


def _names(given: ast.expr) -> list[str]:
    return [part.id for part in (given.elts if isinstance(given, ast.Tuple) else [given])]
