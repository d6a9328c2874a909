import torch

from attention_core.experiments.memory_layout import cut_into_heads, fate, share, stored_bytes


def test_fates():
    rows = torch.arange(24.0).view(2, 3, 4)
    assert fate(rows, rows.view(6, 4)) == "moved nothing"
    assert fate(rows, rows.permute(2, 0, 1)) == "moved nothing"
    assert fate(rows, rows.permute(2, 0, 1).contiguous()) == "copied"
    assert fate(rows, rows.repeat(3, 1, 1)) == "copied"
    assert fate(rows, rows + 1) == "computed"


def test_shared_keys_are_equal_and_take_less_memory():
    sharing = share(torch.randn(2, 5, 7), 3)
    assert sharing.equal
    assert stored_bytes(sharing.repeated) == 3 * stored_bytes(sharing.expanded) == 3 * 2 * 5 * 7 * 4


def test_heads_come_first_and_without_permute_they_do_not():
    rows = torch.arange(2 * 3 * 4.0).view(2, 3, 4)
    assert cut_into_heads(rows, 2)[0].tolist() == [[0, 1], [4, 5], [8, 9]]
    assert cut_into_heads(rows, 2)[2].tolist() == [[2, 3], [6, 7], [10, 11]]
    assert cut_into_heads(rows, 2, permute=False)[0].tolist() == [[0, 1], [2, 3], [4, 5]]
