import pytest
import torch

from attention_core import EncoderConfig, bundled, masks, random_model
from attention_core.devices import available
from attention_core.edits import ChangeScale, Forbid, RemoveHead, ReplacePositions
from attention_core.positions import make_positions


@pytest.fixture(scope="module")
def tokenizer():
    return bundled.tokenizer()


def config(tokenizer, **changes):
    return EncoderConfig(tokenizer.n_pieces, **{"n_layers": 2, "d_model": 24, "n_heads": 6, "n_kv_heads": 2, **changes})


@pytest.fixture(scope="module")
def model(tokenizer):
    return random_model(config(tokenizer), tokenizer, seed=3)


TEXT = "我喜欢在晴天去北京的故宫游览"


def test_a_run_tells_everything_about_every_layer(model):
    trace = model.run(TEXT)
    n = len(trace.tokens.tokens)
    assert trace.tokens.labels[0] == "[CLS]"
    for layer in trace.layers:
        assert layer.query.shape == (6, n, 4)
        assert layer.key.shape == layer.value.shape == (2, n, 4)
        assert layer.weights.shape == layer.scores.shape == layer.dots.shape == (6, n, n)
        torch.testing.assert_close(layer.weights.sum(-1), torch.ones(6, n))
        torch.testing.assert_close(layer.scores, layer.dots * 0.5)
        assert layer.scale == 0.5
        assert layer.head_outputs.shape == (6, n, 4)
        assert layer.attention_output.shape == layer.inputs.shape == layer.output.shape == (n, 24)
    torch.testing.assert_close(trace.layers[0].output, trace.layers[1].inputs)
    torch.testing.assert_close(trace.prediction.sum(-1), torch.ones(n))


def test_what_the_layers_say_on_demand_is_what_the_run_computed(model):
    """The fused run and the traced pictures are one computation: rebuild a layer's output from the traced heads."""
    trace = model.run(TEXT)
    block = model.encoder.blocks[1]
    rebuilt = block._finish(trace.layers[1].inputs[None], trace.layers[1].heads.output)
    torch.testing.assert_close(rebuilt[0], trace.layers[1].output, atol=1e-5, rtol=1e-5)
    traced = model.encoder(torch.tensor([trace.tokens.ids]), traced={0, 1})
    torch.testing.assert_close(traced[0][0], trace.output, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(traced[1][1].weights[0], trace.layers[1].weights, atol=1e-5, rtol=1e-5)


def test_the_same_seed_gives_the_same_numbers_and_the_global_state_is_left_alone(tokenizer):
    torch.manual_seed(11)
    expected = torch.rand(1)
    torch.manual_seed(11)
    first, second, other = (random_model(config(tokenizer), tokenizer, seed=seed).run(TEXT).output for seed in (3, 3, 4))
    assert torch.equal(torch.rand(1), expected)
    assert torch.equal(first, second)
    assert not torch.allclose(first, other)


def test_edits_change_one_run_and_nothing_else(model, tokenizer):
    plain = model.run(TEXT)
    n = len(plain.tokens.tokens)
    everything = [RemoveHead(head) for head in range(6)]
    assert not torch.allclose(model.run(TEXT, edits=everything).output, plain.output)
    later = model.run(TEXT, edits=(RemoveHead(2, layer=1),))
    torch.testing.assert_close(later.layers[0].output, plain.layers[0].output)
    assert not torch.allclose(later.layers[1].output, plain.layers[1].output)
    assert (model.run(TEXT, edits=(Forbid(masks.causal(n, n)),)).layers[1].weights.triu(1) == 0).all()
    assert model.run(TEXT, edits=(ChangeScale(1.0),)).layers[0].scale == 1.0
    none = make_positions("none", d_model=24, d_head=4, n_heads=6)
    without = model.run(TEXT, edits=(ReplacePositions(none),))
    unplaced = random_model(config(tokenizer, positions="none"), tokenizer, seed=3).run(TEXT)
    torch.testing.assert_close(without.output, unplaced.output)
    assert torch.equal(model.run(TEXT).output, plain.output)


def test_one_token_looks_at_itself_alone(model, tokenizer):
    trace = model.run(tokenizer.read("我", special=False))
    assert trace.layers[0].weights.tolist() == [[[1.0]]] * 6


@pytest.mark.parametrize("text", ["", "   ", "\u3000"])
def test_nothing_to_read_is_said(model, text):
    with pytest.raises(ValueError, match="nothing to read"):
        model.run(text)


def test_too_long_is_said_with_both_numbers(model):
    with pytest.raises(ValueError, match="513 tokens, the model reads 512"):
        model.run(model.tokenizer.read("我" * 513, reading="characters", special=False))


def test_two_texts(model):
    trace = model.run("猫追老鼠", pair="老鼠追猫")
    assert trace.tokens.segment[0] == 0
    assert trace.tokens.segment[-1] == 1


@pytest.mark.parametrize("device", available())
def test_every_device_agrees(tokenizer, device):
    on_cpu, here = (random_model(config(tokenizer), tokenizer, seed=3, device=each) for each in ("cpu", device))
    assert here.device.type == device.split(":")[0]
    torch.testing.assert_close(here.run(TEXT).output.cpu(), on_cpu.run(TEXT).output, atol=1e-4, rtol=1e-4)
