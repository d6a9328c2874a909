import math

import pytest
import torch

from attention_core.attend import attend
from attention_core.blockwise import ROWS_HELD, weights_in

B, H, G, Q, K, D = 2, 6, 3, 41, 53, 11


def heads():
    draw = torch.Generator().manual_seed(0)
    return torch.randn(B, H, Q, D, generator=draw), torch.randn(B, G, K, D, generator=draw)


@pytest.mark.parametrize("rows", [range(1), range(7, 8), range(3, 40), range(41)])
@pytest.mark.parametrize("columns", [None, range(19, 23)])
@pytest.mark.parametrize("scale", [None, 0.37, math.inf])
def test_a_window_equals_the_same_part_of_the_whole(rows, columns, scale):
    query, key = heads()
    allowed = torch.ones(Q, K, dtype=torch.bool).tril()
    allowed[7] = False  # nowhere to look
    bias = torch.randn(1, H, 1, K)
    whole = attend(query, key, key, allowed=allowed[None, None], bias=bias, scale=scale).weights
    some = weights_in(query, key, rows=rows, columns=columns, allowed=allowed[None, None, rows], bias=bias, scale=scale)
    wanted = whole[:, :, rows] if columns is None else whole[:, :, rows][..., columns]
    torch.testing.assert_close(some, wanted)


def test_no_more_than_its_rows_are_ever_held():
    query, key = torch.randn(1, 2, 3000, 8), torch.randn(1, 2, 3000, 8)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as profiler:
        weights_in(query, key, rows=range(100, 200), columns=range(5))
    largest = max(event.self_cpu_memory_usage / event.count for event in profiler.key_averages())
    assert largest <= 2 * ROWS_HELD * 3000 * 4


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        (range(40, 42), None, r"rows range\(40, 42\) must be neighbours among 0 … 40"),
        (range(0), None, "rows"),
        (range(0, 8, 2), None, "rows"),
        (range(2), range(50, 54), "columns .* among 0 … 52"),
    ],
)
def test_a_window_outside_the_grid_is_named(rows, columns, message):
    with pytest.raises(ValueError, match=message):
        weights_in(*heads(), rows=rows, columns=columns)
