import math

import torch

from attention_core.positions import Learned, Sinusoidal

SIZES = {"d_model": 13, "d_head": 7, "n_heads": 3, "max_length": 11}


def test_sinusoidal_by_hand():
    vectors = Sinusoidal(**{**SIZES, "d_model": 4}).vectors(torch.tensor([0.0, 1.0, 2.5]))
    expected = [[0, 1, 0, 1], *([math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in (1, 2.5))]
    torch.testing.assert_close(vectors, torch.tensor(expected, dtype=torch.float32))


def test_learned_interpolates_and_stays_at_its_last_row():
    learned = Learned(**SIZES)
    at = learned.vectors(torch.tensor([2.0, 2.5, 3.0, 10.0, 999.0, -4.0]))
    torch.testing.assert_close(at[1], (at[0] + at[2]) / 2)
    torch.testing.assert_close(at[0], learned.table[2])
    torch.testing.assert_close(at[4], learned.table[10])
    torch.testing.assert_close(at[3], at[4])
    torch.testing.assert_close(at[5], learned.table[0])
