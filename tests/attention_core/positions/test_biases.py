import math

import pytest
import torch
from transformers.models.t5.modeling_t5 import T5Attention

from attention_core.positions import Alibi, RelativeBias, places_of
from attention_core.positions.biases import alibi_slopes, buckets


@pytest.mark.parametrize(
    ("n_heads", "exponents"),
    [
        (1, [8]),
        (2, [4, 8]),
        (3, [4, 8, 2]),
        (6, [2, 4, 6, 8, 1, 3]),
        (8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (12, [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5]),
    ],
)
def test_alibi_slopes_as_the_authors_compute_them(n_heads, exponents):
    torch.testing.assert_close(alibi_slopes(n_heads), torch.tensor([2.0**-exponent for exponent in exponents]))


def test_alibi_by_hand_is_symmetric_and_sees_distance_alone():
    alibi = Alibi(d_model=13, d_head=7, n_heads=2)
    distances = torch.tensor([[0, 1, 2.5], [1, 0, 1.5]])
    expected = torch.stack([-distances / 16, -distances / 256])
    torch.testing.assert_close(alibi.bias(torch.tensor([0.0, 1.0]), torch.tensor([0.0, 1.0, 2.5])), expected)
    torch.testing.assert_close(alibi.bias(places_of(5) + 700, places_of(7) + 700), alibi.bias(places_of(5), places_of(7)))


def test_similarity_of_a_bias_is_the_weight_kept():
    alibi = Alibi(d_model=13, d_head=7, n_heads=2)
    kept = (math.exp(-3 / 16) + math.exp(-3 / 256)) / 2
    assert alibi.similarity(places_of(5))[0, 3].item() == pytest.approx(kept)


def test_t5_buckets_equal_transformers():
    distances = torch.arange(-300, 301)
    theirs = T5Attention._relative_position_bucket(distances, bidirectional=True, num_buckets=32, max_distance=128)
    assert torch.equal(buckets(distances, n_buckets=32, max_distance=128), theirs)


def test_t5_bias_is_its_table_by_bucket_and_tells_before_from_after():
    t5 = RelativeBias(d_model=13, d_head=7, n_heads=3)
    query_places, key_places = places_of(5) + 400, places_of(700)
    distances = torch.arange(700)[None, :] - torch.arange(400, 405)[:, None]
    expected = t5.table[buckets(distances, n_buckets=32, max_distance=128)].permute(2, 0, 1)
    torch.testing.assert_close(t5.bias(query_places, key_places), expected)
    assert not torch.allclose(expected[:, 0, 399], expected[:, 0, 401])
