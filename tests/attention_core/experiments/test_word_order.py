import pytest
import torch

from attention_core import EncoderConfig, bundled, random_model
from attention_core.experiments.word_order import compare_orders, match


@pytest.fixture(scope="module")
def tokenizer():
    return bundled.tokenizer()


def prove(tokenizer, positions, first="猫追老鼠", second="老鼠追猫"):
    config = EncoderConfig(tokenizer.n_pieces, n_layers=2, d_model=24, n_heads=3, positions=positions)
    model = random_model(config, tokenizer, seed=5)
    return compare_orders(model, *(tokenizer.read(text, special=False) for text in (first, second)))


def test_without_positions_the_outputs_are_the_same_set_of_vectors(tokenizer):
    proof = prove(tokenizer, "none")
    assert [proof.second.labels[place] for place in proof.partner] == list(proof.first.labels)
    torch.testing.assert_close(proof.differences, torch.zeros(len(proof.first.tokens)), atol=1e-5, rtol=0)


@pytest.mark.parametrize("positions", ["sinusoidal", "learned", "rope"])
def test_with_positions_they_are_not(tokenizer, positions):
    assert prove(tokenizer, positions).differences.max() > 0.1


def test_twins_are_matched_in_order():
    assert match([7, 8, 7], [8, 7, 7]) == (1, 0, 2)


def test_other_words_are_no_other_order(tokenizer):
    with pytest.raises(ValueError, match="not made of the same pieces"):
        prove(tokenizer, "none", second="老鼠追狗")
