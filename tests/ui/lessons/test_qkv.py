"""The numbers of /qkv: the tutorial's example, edits that change what depends on them and nothing else, formulas, code lines."""

import csv
import io
import re
from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention_core.walk import STEPS, walk, work
from tests import oracle
from ui.lessons.qkv import book, formulas, numbers, parts, scorings
from ui.lessons.qkv.blocks import Block
from ui.lessons.qkv.examples import Shown
from ui.lessons.qkv.steps import LINES, line_of

ORIGINAL = numbers.ORIGINAL
TABLES = (*numbers.SHAPES, "allowed")
MADE = ("query", "key", "value", "dots", "scores", "weights", "output")
DEPENDS = {
    "inputs": {"query", "key", "value", "dots", "scores", "weights", "output"},
    "to_query": {"query", "dots", "scores", "weights", "output"},
    "to_key": {"key", "dots", "scores", "weights", "output"},
    "to_value": {"value", "output"},
    "allowed": {"scores", "weights", "output"},
}


def edit(table: str, row: int, column: int, typed: str | bool):
    return numbers.edited(ORIGINAL, {table: {(row, column): typed}})


def test_the_tutorials_numbers():
    worked = work(ORIGINAL)
    assert worked.query[0].tolist() == [1, 2, 3]
    assert worked.key[1].tolist() == [4, 5, 6]
    assert worked.dots[0, 1] == 32


@pytest.mark.parametrize("table", TABLES)
def test_an_edit_changes_exactly_what_depends_on_it(table):
    example, bad = edit(table, 1, 0, False if table == "allowed" else "7.5")
    assert not bad
    before, after = work(ORIGINAL), work(example)
    assert {name for name in MADE if not torch.equal(getattr(before, name), getattr(after, name))} == DEPENDS[table]
    for other in set(TABLES) - {table}:
        assert torch.equal(getattr(example, other), getattr(ORIGINAL, other))


def test_an_edited_word_changes_only_its_own_row_and_column_of_the_dot_products():
    example, _ = edit("inputs", 2, 1, "9")
    changed = work(example).dots != work(ORIGINAL).dots
    assert changed.any()
    assert not changed[[0, 1, 3]][:, [0, 1, 3]].any()


def test_a_shut_cell_changes_only_its_own_row():
    example, _ = edit("allowed", 3, 0, False)
    changed = (work(example).output != work(ORIGINAL).output).any(-1)
    assert changed.tolist() == [False, False, False, True]


@pytest.mark.parametrize("typed", ["", None, " ", "abc", "nan", "inf", "1e999", "1001", "1_0", "0x1", "一", "1,5", "--1"])
def test_a_bad_cell_is_named_and_loses_nothing(typed):
    example, bad = numbers.edited(ORIGINAL, {"to_query": {(0, 1): typed, (2, 2): "5"}})
    assert bad == [numbers.BadCell("to_query", 0, 1, typed or "", 3.0)]
    assert example.to_query.tolist() == [[2, 3, 0], [1, 2, 3], [2, 0, 5]]


@pytest.mark.parametrize(
    ("typed", "value"), [("-1", -1), (" 2.5 ", 2.5), ("１２", 12), ("−3", -3), ("1e2", 100), (".5", 0.5), ("+4", 4)]
)
def test_numbers_are_read_as_people_type_them(typed, value):
    assert numbers.number_in(typed) == value


def test_the_original_needs_no_link():
    assert numbers.written(ORIGINAL) == ""
    assert numbers.example_of("") is ORIGINAL


@given(
    st.lists(st.floats(-1000, 1000).map(lambda value: float(f"{value:.15g}")), min_size=36, max_size=36),
    st.integers(0, 2**16 - 1),
)
def test_any_example_is_rebuilt_from_its_link(values, bits):
    text = f"{'_'.join(f'{value:.15g}' for value in values)}~{bits:016b}"
    example = numbers.parsed(text)
    assert numbers.written(example) in (text, "")
    assert [v for name in numbers.SHAPES for v in getattr(example, name).flatten().tolist()] == values


@pytest.mark.parametrize("text", ["x", "1_2~1", "~", "1" * 40, "_" * 35 + "~" + "1" * 16])
def test_a_broken_link_gives_the_original(text):
    assert numbers.example_of(text) is ORIGINAL


def test_the_download_holds_every_number():
    rows = list(csv.DictReader(io.StringIO(numbers.as_csv(work(ORIGINAL)).decode("utf-8-sig"))))
    found = {(row["matrix"], int(row["row"]), int(row["column"])): float(row["value"]) for row in rows}
    assert found["query", 1, 3] == 3
    assert found["dots", 1, 2] == 32
    assert len(found) == 12 + 9 + 9 + 6 + 16 + 12 + 12 + 8 + 3 * 16 + 8


@pytest.mark.parametrize("name", STEPS)
def test_every_step_has_one_line_of_code(name):
    assert line_of(*LINES[name])


def test_a_line_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="0 lines of attend hold 'nowhere to be found'"):
        line_of("attend", "nowhere to be found")


@pytest.mark.parametrize("word", range(4))
@pytest.mark.parametrize("name", STEPS)
def test_every_formula_has_its_numbers_and_balanced_braces(name, word):
    example, _ = edit("allowed", 1, 2, False)
    nowhere, _ = numbers.edited(example, {"allowed": {(3, key): False for key in range(4)}})
    tex = formulas.of_step(name, work(nowhere), word, 2)
    assert tex.count("{") == tex.count("}")
    assert "nan" not in tex
    assert tex.startswith(r"\begin{aligned}")


def test_the_formula_of_the_tutorials_dot_product():
    tex = formulas.of_step("dots", work(ORIGINAL), 0, 1)
    assert r"1 \cdot 4 + 2 \cdot 5 + 3 \cdot 6" in tex
    assert r"= \boldsymbol{32}" in tex


def test_long_sums_are_broken_for_a_phone():
    tex = formulas.of_cell("output", work(ORIGINAL), 0, 0)
    assert max(line.count(r"\cdot") for line in tex.split(r"\\")) == formulas.PRODUCTS


def test_the_matrices_of_a_step_are_its_numbers():
    worked = work(ORIGINAL)
    point = parts.Point(Shown(("我", "爱", "吃", "烤鸭"), worked, 4), 0, 1)
    for step in walk(worked, 0):
        blocks = [part for part in parts.of_step(step, point) if isinstance(part, Block)]
        for tensor in (*step.given, *([] if step.name == "inputs" else [step.result])):
            assert any(block.values is tensor for block in blocks), step.name


def test_shapes_are_those_of_the_calculation():
    assert Block("a", torch.zeros(4)).shape == "1 × 4"
    assert Block("a", torch.zeros(4, 3)).shape == "4 × 3"
    assert Block("a", torch.zeros(4)).drawn.shape == (4, 1)


def test_the_tutorials_matrix_comes_out_of_the_stated_query_and_key():
    query, key, trace = book.reproduced()
    by_hand = oracle.attention(query.tolist(), key.tolist(), key.tolist())
    torch.testing.assert_close(trace.weights[0, 0], torch.tensor(by_hand["weights"]))
    torch.testing.assert_close(trace.weights[0, 0], book.MATRIX, atol=0.002, rtol=0)
    assert [[f"{w:.2f}" for w in row] for row in by_hand["weights"]] == [
        [f"{w:.2f}" for w in row] for row in book.MATRIX.tolist()
    ]


def test_additive_scoring_is_told_with_its_parameters():
    shown = Shown(("我", "爱", "吃", "烤鸭"), work(ORIGINAL), 4)
    trace = scorings.additive(shown, 0)
    torch.testing.assert_close(trace.weights.sum(-1), torch.ones(1, 1, 4, dtype=torch.float64))
    assert scorings.parameters("additive", 3) == 3 * 3 + 3 * 3 + 3
    assert scorings.parameters("dot", 3) == 0


def test_numbers_of_any_size_reach_tanh_where_it_tells_them_apart():
    large = work(replace(ORIGINAL, inputs=100 * ORIGINAL.inputs))
    few, many = (scorings.additive(Shown(("a", "b", "c", "d"), worked, 4), 0).weights for worked in (work(ORIGINAL), large))
    torch.testing.assert_close(few, many)
    assert few.std() > 0


def test_no_formula_carries_a_sign_that_katex_does_not_know():
    worked = work(ORIGINAL)
    for name in STEPS:
        assert not re.search(r"[−∞≈×√]", formulas.of_step(name, worked, 0, 1)), name
