import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.cells import CellSet

CELLS = CellSet(20)


def test_written_row_by_row():
    assert CELLS.show(frozenset({(1, 0), (1, 2), (3, 19)})) == ".5..80000"
    assert CELLS.show(frozenset()) == ""


@given(st.frozensets(st.tuples(st.integers(0, 19), st.integers(0, 19))))
def test_there_and_back(cells):
    assert CELLS.parse(CELLS.show(cells)) == cells


@pytest.mark.parametrize("given_", ["x", "-1", "0x5", "1 2", "１", "1_0", "100000", "." * 20])
def test_what_is_no_drawing_is_refused(given_):
    with pytest.raises(ValueError, match=r"not a row of cells|rows are more than 20|beyond column 20"):
        CELLS.parse(given_)
