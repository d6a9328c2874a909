"""What every encoding in POSITIONS keeps to; each one's own rules are tested in positions/."""

import pytest
import torch

from attention_core.heads import MultiHeadAttention
from attention_core.positions import POSITIONS, make_positions, places_of

SIZES = {"d_model": 13, "d_head": 7, "n_heads": 3, "max_length": 11}


def made(name, **sizes):
    torch.manual_seed(0)
    return make_positions(name, **{**SIZES, **sizes})


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("d_model", [1, 12, 13])
@pytest.mark.parametrize("n", [1, 5, 29])
def test_every_encoding_takes_odd_widths_and_any_length(name, d_model, n):
    encoding = made(name, d_model=d_model)
    inputs, heads = torch.randn(2, n, d_model), torch.randn(2, 3, n, 7)
    places = places_of(n)
    assert encoding.add(inputs, places).shape == inputs.shape
    assert encoding.rotate(heads, places).shape == heads.shape
    bias = encoding.bias(places, places)
    assert bias is None or bias.shape == (3, n, n)
    similarity = encoding.similarity(places)
    assert similarity.shape == (n, n)
    if d_model > 1:  # the sine alone is 0 at place 0, a vector without direction
        torch.testing.assert_close(similarity.diagonal(), torch.ones(n))
    if name != "t5":  # it tells before from after
        torch.testing.assert_close(similarity, similarity.T)


@pytest.mark.parametrize("name", POSITIONS)
def test_an_encoding_acts_where_it_says_and_nowhere_else(name):
    encoding = made(name)
    inputs, heads, places = torch.randn(2, 5, 13), torch.randn(2, 3, 5, 7), places_of(5)
    acts = set()
    if not torch.equal(encoding.add(inputs, places), inputs):
        acts.add("inputs")
    if not torch.equal(encoding.rotate(heads, places), heads):
        acts.add("heads")
    if encoding.bias(places, places) is not None:
        acts.add("scores")
    assert acts == ({encoding.acts_on} if name != "none" else set())
    assert (encoding.vectors(places) is not None) == (encoding.acts_on in ("inputs", "heads"))


def what_it_knows(encoding, places):
    """Its vectors, or its bias as seen from place 0: one row a place."""
    vectors = encoding.vectors(places)
    return encoding.bias(places_of(1), places)[:, 0].T if vectors is None else vectors


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "none"])
def test_half_places_are_exact_or_interpolated_as_stated(name):
    encoding = made(name)
    below, half, above = what_it_knows(encoding, torch.tensor([2.0, 2.5, 3.0]))
    middle = (below + above) / 2
    assert (half - middle).norm() < (above - below).norm() / 2, "a seat between the two seats"
    straight = name == "alibi"  # exact, and a straight line
    assert torch.allclose(half, middle, atol=1e-5) == (encoding.between == "interpolated" or straight)


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "none"])
def test_what_happens_far_away_is_as_stated(name):
    encoding = made(name)
    far = what_it_knows(encoding, torch.tensor([200.0, 203.0, 9000.0] if encoding.beyond != "continued" else [200.0, 203.0]))
    assert far.isfinite().all()
    assert torch.equal(far[0], far[-1]) == (encoding.beyond == "held")


@pytest.mark.parametrize("name", ["sinusoidal", "learned", "floater", "rnn"])
def test_untrained_vectors_are_as_large_as_embeddings_and_stay_so(name):
    vectors = made(name, d_model=64, max_length=128).vectors(places_of(128))
    size = vectors.square().mean(dim=1)
    assert 0.4 < size.min() < size.max() < 2.5
    assert 0.45 < size.mean() < 1.6


@pytest.mark.parametrize("name", ["sinusoidal", "floater", "rnn", "rope"])
def test_untrained_curves_are_smooth(name):
    encoding = made(name, d_model=64, d_head=64)
    similarity = encoding.similarity(places_of(40))
    near, middle, far = (similarity.diagonal(distance).mean() for distance in (1, 4, 16))
    assert near > 0.9
    assert near > middle > far
    assert similarity.fill_diagonal_(0).max() < 0.9999, "no two places look the same"


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "none"])
def test_order_reaches_the_output_of_attention(name):
    encoding = made(name, d_model=12, d_head=4)
    attention, x = MultiHeadAttention(12, 3), torch.randn(1, 5, 12)
    order = torch.tensor([4, 0, 3, 1, 2])

    def output(inputs, positions):
        return attention(positions.add(inputs, places_of(5)), positions=positions)

    without = made("none", d_model=12, d_head=4)
    torch.testing.assert_close(output(x[:, order], without), output(x, without)[:, order])
    assert (output(x[:, order], encoding) - output(x, encoding)[:, order]).abs().max() > 0.01


@pytest.mark.parametrize("name", POSITIONS)
def test_everything_learned_gets_a_gradient(name):
    encoding = made(name)
    known = what_it_knows(encoding, places_of(300)) if name != "none" else torch.zeros(())
    if list(encoding.parameters()):
        known.square().sum().backward()
    for parameter_name, parameter in encoding.named_parameters():
        assert parameter.grad.abs().sum() > 0, parameter_name


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match="'zigzag'; there are none, sinusoidal, learned, floater, rnn, rope, alibi, t5"):
        make_positions("zigzag", **SIZES)
