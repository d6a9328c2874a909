"""A selection from the browser is data from outside: checked before anyone indexes with it."""

import pytest

from ui.components.selection import Bounds, Selection, from_browser

BOUNDS = Bounds(heads=3, rows=5, columns=7)


def test_a_cell():
    sent = {"head": 2, "row": 4, "column": 6, "name": "h"}
    assert from_browser(sent, BOUNDS) == Selection(head=2, row=4, column=6, name="h")


def test_a_row_without_head_or_column():
    assert from_browser({"row": 0}, BOUNDS) == Selection(row=0)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        "x",
        {},
        {"row": None},
        {"row": 5},
        {"row": -1},
        {"head": 3, "row": 0},
        {"column": 7},
        {"row": 1.0},
        {"row": True},
        {"row": "1"},
        {"row": [1]},
    ],
)
def test_stale_or_malformed_is_nothing(sent):
    assert from_browser(sent, BOUNDS) is None


def test_the_browser_gets_places_only():
    assert Selection(head=1, name="h").sent() == {"head": 1, "row": None, "column": None}
