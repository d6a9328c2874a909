"""The files that ship: the card describes them, they load fast, and they answer like any model."""

import hashlib
import json
from dataclasses import replace

import pytest
import torch
from safetensors import safe_open

from attention_core import bundled

SENTENCE = "我喜欢在晴天去北京的故宫游览"
FAMILIES = ["subject", "object", "place", "time", "modifier", "function", "adverbial", "clause"]


@pytest.mark.parametrize("name", bundled.NAMES)
def test_the_card_fits_the_files(name):
    entry = bundled.facts()["models"][name]
    path = bundled.FOLDER / entry["file"]
    assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]
    assert path.stat().st_size == entry["bytes"] <= 12_000_000
    with safe_open(path, "pt") as file:
        weights = [file.get_tensor(key) for key in file.keys()]  # noqa: SIM118
    assert {weight.dtype for weight in weights} == {torch.float16}
    assert sum(weight.numel() for weight in weights) == entry["parameters"]


def test_the_tokenizer_is_the_one_the_weights_were_trained_with():
    entry = bundled.facts()["tokenizer"]
    assert hashlib.sha256((bundled.FOLDER / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
    assert {model["config"]["n_pieces"] for model in bundled.facts()["models"].values()} == {bundled.tokenizer().n_pieces}


@pytest.mark.parametrize("name", bundled.NAMES)
def test_a_loaded_model_runs_and_draws_no_random_number(name):
    torch.manual_seed(5)
    before = torch.get_rng_state()
    run = bundled.load(name).run(SENTENCE)
    assert torch.equal(torch.get_rng_state(), before)
    assert len(run.layers) == 4
    n = len(run.tokens.tokens)
    assert run.layers[3].weights.shape == (8, n, n)
    assert torch.allclose(run.layers[3].weights.sum(-1), torch.ones(8, n))
    assert (run.card.name, run.card.origin) == (name, "bundled")


def test_what_was_taught_and_what_was_found():
    for name in ("mha", "mqa"):
        card = bundled.load(name).card
        assert card.relation_layer == 3
        for language in ("zh", "en"):
            heads = card.heads_for(language)
            assert [(family, relation.head) for family, relation in heads.items()] == list(zip(FAMILIES, range(8), strict=True))
            assert all(relation.f1 == card.scores["test"][language][family]["f1"] for family, relation in heads.items())
    plain = bundled.load("plain").card
    assert plain.relation_layer is None
    assert set(plain.heads_for("zh")) == set(FAMILIES)


def test_mqa_keeps_an_eighth_of_the_keys_and_values():
    models = bundled.facts()["models"]
    assert models["mqa"]["kv_bytes_per_token"] * 8 == models["mha"]["kv_bytes_per_token"] == models["plain"]["kv_bytes_per_token"]
    assert bundled.load("mqa").run(SENTENCE).layers[0].key.shape[0] == 1


def test_an_unknown_name_is_an_error():
    with pytest.raises(ValueError, match="no bundled model is called 'bert'; there are mha, mqa, plain"):
        bundled.load("bert")


def test_cards_are_values():
    """What an app does to its copy of a card reaches nobody else."""
    card = bundled.load("mha").card
    assert replace(card, name="other") != card
    assert bundled.load("mha").card == card
    assert json.loads((bundled.FOLDER / "card.json").read_text(encoding="utf-8")) == bundled.facts()
