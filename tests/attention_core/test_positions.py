import math

import pytest
import torch

from attention_core.positions import POSITIONS, Learned, Rotary, Sinusoidal, make_positions, places_of

SIZES = {"d_model": 13, "d_head": 7, "n_heads": 3, "max_length": 11}


def test_sinusoidal_by_hand():
    vectors = Sinusoidal(**{**SIZES, "d_model": 4}).vectors(torch.tensor([0.0, 1.0, 2.5]))
    expected = [[0, 1, 0, 1], *([math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in (1, 2.5))]
    torch.testing.assert_close(vectors, torch.tensor(expected, dtype=torch.float32))


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("d_model", [1, 12, 13])
@pytest.mark.parametrize("n", [1, 5, 29])
def test_every_encoding_takes_odd_widths_and_any_length(name, d_model, n):
    encoding = make_positions(name, **{**SIZES, "d_model": d_model})
    inputs, heads = torch.randn(2, n, d_model), torch.randn(2, 3, n, 7)
    places = places_of(n)
    assert encoding.add(inputs, places).shape == inputs.shape
    assert encoding.rotate(heads, places).shape == heads.shape
    similarity = encoding.similarity(places)
    assert similarity.shape == (n, n)
    if d_model > 1:  # the sine alone is 0 at place 0, a vector without direction
        torch.testing.assert_close(similarity.diagonal(), torch.ones(n))
    torch.testing.assert_close(similarity, similarity.T)


def test_rope_sees_distance_alone():
    rope = Rotary(**SIZES)
    query, key = torch.randn(1, 1, 1, 7), torch.randn(1, 1, 1, 7)

    def dot(query_place, key_place):
        turned = rope.rotate(query, torch.tensor([query_place])), rope.rotate(key, torch.tensor([key_place]))
        return (turned[0] * turned[1]).sum()

    torch.testing.assert_close(dot(2.0, 5.0), dot(41.0, 44.0), atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(dot(2.5, 2.0), dot(7.5, 7.0), atol=1e-4, rtol=1e-4)
    assert not torch.allclose(dot(2.0, 5.0), dot(5.0, 2.0))


def test_rope_turns_neighbours_and_keeps_lengths():
    rope = Rotary(**{**SIZES, "d_head": 2})
    turned = rope.rotate(torch.tensor([1.0, 0.0]).expand(1, 1, 2, 2), torch.tensor([0.0, math.pi / 2]))
    torch.testing.assert_close(turned[0, 0], torch.tensor([[1.0, 0.0], [0.0, 1.0]]), atol=1e-6, rtol=0)
    heads = torch.randn(2, 3, 5, 7)
    torch.testing.assert_close(Rotary(**SIZES).rotate(heads, places_of(5)).norm(dim=-1), heads.norm(dim=-1))


def test_learned_interpolates_and_stays_at_its_last_row():
    learned = Learned(**SIZES)
    at = learned.vectors(torch.tensor([2.0, 2.5, 3.0, 10.0, 999.0]))
    torch.testing.assert_close(at[1], (at[0] + at[2]) / 2)
    torch.testing.assert_close(at[0], learned.table[2])
    torch.testing.assert_close(at[4], learned.table[10])
    torch.testing.assert_close(at[3], at[4])


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match="'zigzag'; there are none, sinusoidal, learned, rope"):
        make_positions("zigzag", **SIZES)
