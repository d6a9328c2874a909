import math
from pathlib import Path

import pytest
import torch

from attention_core import EncoderConfig, random_model
from attention_core.bundled import tokenizer
from training.prepare import Corpus, Text
from training.scores import Guesses, f1, hidden_words, piece_frequencies
from training.sisters import SISTERS
from training.tables import END, START, write_tables

DATA = Path(__file__).parent / "data"


def test_guesses_are_counted_by_rank():
    chances = torch.tensor([[0.5, 0.3, 0.2], [0.5, 0.3, 0.2]]).log()
    guesses = Guesses()
    guesses.add(chances, torch.tensor([0, 2]))
    shares = guesses.shares()
    assert shares == {"pieces": 2, "loss": round(-(math.log(0.5) + math.log(0.2)) / 2, 4), "top_1": 0.5, "top_5": 1.0}


def test_f1_by_hand():
    """Two arcs are there, three are said, one is right: 2 · 1 / (2 + 3)."""
    assert math.isclose(f1([{1: 2, 3: 2}], [[2, 3, 1]]), 0.4)
    assert f1([{}], [[0, 0]]) == 0


def test_frequencies_are_of_pieces_without_special_tokens():
    chances = piece_frequencies(Corpus((), (Text("zh", "我我他"),)), tokenizer()).exp()
    (me,), (him,) = (tokenizer().read(word, special=False).ids for word in ("我", "他"))
    assert math.isclose(chances[me], 2 / 3, rel_tol=1e-5)
    assert math.isclose(chances[him], 1 / 3, rel_tol=1e-5)


def test_hidden_words_ask_the_same_of_both_guessers():
    model = random_model(EncoderConfig(tokenizer().n_pieces, d_model=16, n_heads=2), tokenizer())
    even = torch.full((tokenizer().n_pieces,), -math.log(tokenizer().n_pieces))
    shares = hidden_words(model, DATA / "everyday_en.conllu", even)
    assert shares["model"]["pieces"] == shares["unigram"]["pieces"] > 0
    assert math.isclose(shares["unigram"]["loss"], math.log(tokenizer().n_pieces), rel_tol=1e-3)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_sisters_differ_and_ask_for_words_that_are_there(lang):
    sisters = list(SISTERS[lang]())
    assert len({sister.words for sister in sisters}) == len(sisters) > 40
    first = sisters[0]
    assert {first.words[who - 1] for who, _ in first.arcs.values()} >= (
        {"我", "晴天", "北京"} if lang == "zh" else {"I", "days", "Beijing"}
    )
    assert all(1 <= place <= len(s.words) for s in sisters for who, heads in s.arcs.values() for place in (who, *heads))


def test_tables_need_their_place(tmp_path):
    path = tmp_path / "card.md"
    path.write_text(f"nothing but {START}")
    with pytest.raises(ValueError, match="no place for the tables"):
        write_tables({}, path, "en")
    assert END not in path.read_text()
