import time

import pytest
import torch

from benchmarks.measure import Row, allocation, interleaved, slope, table


def test_slopes_of_a_line_and_a_square():
    assert slope([2, 4, 8], [10, 20, 40]) == pytest.approx(1)
    assert slope([2, 4, 8], [1, 4, 16]) == pytest.approx(2)


def test_allocation_counts_what_is_freed_again_and_the_most_held():
    def run():
        first = torch.ones(1000)
        second = first + 1
        del first
        return second + 1

    used = allocation(run)
    assert used.allocated == pytest.approx(3 * 4000, rel=0.01)  # torch counts a few bytes of its own
    assert used.peak == pytest.approx(2 * 4000, rel=0.01)


def test_interleaved_tells_the_slower_way():
    took = interleaved({"slow": lambda: time.sleep(0.01), "fast": lambda: None}, rounds=3)
    assert took["slow"] > 9 > took["fast"]


def test_the_table_says_what_was_met_and_what_was_missed():
    rows = [Row("a", 1.0, 2.0, "ms", 0.5), Row("b", 3.0, 2.0, "ms", 1.1), Row("c", 1.0, 2.0, "MB")]
    verdicts = [line.split("|")[-2].strip() for line in table(rows).splitlines()[2:]]
    assert verdicts == ["met", "missed", ""]
    assert "| a | 1.00 ms | 2.00 ms | 0.50 | ≤ 0.50 | met |" in table(rows)
