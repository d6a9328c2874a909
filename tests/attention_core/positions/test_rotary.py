import math

import torch

from attention_core.positions import Rotary, places_of

SIZES = {"d_model": 13, "d_head": 7, "n_heads": 3, "max_length": 11}


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
