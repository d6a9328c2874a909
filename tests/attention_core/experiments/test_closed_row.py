import torch

from attention_core.experiments.closed_row import closed_row


def test_every_convention_by_hand():
    scores = torch.tensor([1.0, -2.0, 3.0])
    ways = closed_row(scores)
    assert ways["infinity"].isnan().all()
    for alike in ("added", "lowest"):
        torch.testing.assert_close(ways[alike], torch.full((3,), 1 / 3))
    assert ways["zero"].tolist() == ways["scaled_dot_product"].tolist() == [0, 0, 0]


def test_added_in_64_bits_the_large_number_forbids_nothing():
    scores = torch.tensor([1.0, -2.0, 3.0, 0.5, 7.0])
    torch.testing.assert_close(closed_row(scores)["added_double"], torch.softmax(scores, -1), atol=1e-5, rtol=1e-5)
