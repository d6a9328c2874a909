import gzip
from pathlib import Path

import pytest
import torch

from attention_core.bundled import tokenizer
from training.batches import batches
from training.compare import rows
from training.prepare import Corpus, Text, Tree
from training.ship import ship
from training.texts import DEV
from training.train import Plan, Run
from training.treebank import Word

DATA = Path(__file__).parent / "data"
TREE = Tree("en", (Word("Dogs", "NOUN", "NNS", 2, "nsubj"), Word("bark", "VERB", "VBP", 0, "root")))
CORPUS = Corpus((TREE,) * 6, (Text("en", "Cats do not bark."),) * 6)


def learned(run, steps):
    source = batches(CORPUS, tokenizer(), seed=1, after=run.place)
    return [run.learn(next(source)) for _ in range(steps)]


@pytest.mark.parametrize("kind", ["mha", "mqa", "plain"])
def test_a_run_learns(kind):
    losses = learned(Run(Plan(kind, 40, warm_up=1), tokenizer().n_pieces), 6)
    assert losses[-1][0] < losses[0][0]
    assert all((related == 0) == (kind == "plain") for _, related in losses)


def test_grammar_is_learned_on_the_way_unless_nothing_is_taught():
    run = Run(Plan("mha", 40, warm_up=1), tokenizer().n_pieces)
    before = [guesser.bias.clone() for guesser in run.grammar.guessers]
    learned(run, 2)
    assert all((guesser.bias - old).abs().max() > 1e-4 for guesser, old in zip(run.grammar.guessers, before, strict=True))
    assert Run(Plan("plain", 40), tokenizer().n_pieces).grammar is None


def test_a_broken_run_goes_on_as_if_it_were_whole(tmp_path):
    plan = Plan("mqa", 4, warm_up=1)
    whole = Run(plan, tokenizer().n_pieces)
    learned(whole, 2)
    whole.save(tmp_path / "mqa.pt")
    expected = learned(whole, 1)
    resumed = Run(plan, tokenizer().n_pieces)
    torch.manual_seed(99)
    resumed.resume(tmp_path / "mqa.pt")
    assert (resumed.step, resumed.place) == (2, (0, 2)) or resumed.place[0] > 0
    assert learned(resumed, 1) == expected
    assert all(torch.equal(a, b) for a, b in zip(whole.average.parameters(), resumed.average.parameters(), strict=True))
    assert not (tmp_path / "mqa.unfinished").exists()


def test_another_kind_is_not_resumed(tmp_path):
    Run(Plan("mqa", 4), tokenizer().n_pieces).save(tmp_path / "x.pt")
    with pytest.raises(ValueError, match="is a run of"):
        Run(Plan("plain", 4), tokenizer().n_pieces).resume(tmp_path / "x.pt")


def test_a_run_that_left_out_something_else_is_not_resumed(tmp_path):
    run = Run(Plan("mqa", 4, without=("grammar",)), tokenizer().n_pieces)
    assert run.grammar is None
    run.save(tmp_path / "x.pt")
    Run(Plan("mqa", 4, without=("grammar",)), tokenizer().n_pieces).resume(tmp_path / "x.pt")
    with pytest.raises(ValueError, match="is a run of"):
        Run(Plan("mqa", 4), tokenizer().n_pieces).resume(tmp_path / "x.pt")


def test_checkpoints_are_compared_on_the_dev_files(tmp_path):
    for lang, name in DEV.items():
        (tmp_path / name).write_bytes(gzip.compress((DATA / f"everyday_{lang}.conllu").read_bytes()))
    Run(Plan("mqa", 4), tokenizer().n_pieces).save(tmp_path / "mqa.pt")
    zh, en = rows(tmp_path / "mqa.pt", tmp_path)
    assert "mqa | 0 | zh | 0." in zh
    assert "| 0 | en | 0." in en
    assert zh.count("|") == 4 + 1 + 8


def test_the_rate_rises_stays_and_falls():
    plan = Plan("mha", 1000, rate=1.0, warm_up=10, falls=0.5)
    assert [round(plan.rate_at(step), 2) for step in (0, 4, 9, 300, 500, 750, 999)] == [0.1, 0.5, 1.0, 1.0, 1.0, 0.5, 0.0]


def test_twins_have_the_sizes_they_should():
    n = tokenizer().n_pieces
    mha, mqa, plain = (Plan(kind, 1).config(n) for kind in ("mha", "mqa", "plain"))
    assert mha == plain
    assert (mha.n_kv_heads, mqa.n_kv_heads) == (None, 1)
    assert (mha.n_layers, mha.d_model, mha.n_heads, mha.positions) == (4, 256, 8, "rope")


def test_shipping_writes_half_precision(tmp_path):
    Run(Plan("mqa", 4), tokenizer().n_pieces).save(tmp_path / "mqa.pt")
    entry = ship(tmp_path / "mqa.pt", tmp_path)
    assert entry["bytes"] == (tmp_path / "mqa.safetensors").stat().st_size <= 12_000_000
    assert entry["kv_bytes_per_token"] == 2 * 2 * 4 * 1 * 32
    assert len(entry["relations"]) == 16
