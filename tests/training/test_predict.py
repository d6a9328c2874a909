import json
import sys
from pathlib import Path

import torch

from attention_core.bundled import load, tokenizer
from training import predict as module
from training.predict import as_typed, carried_over, looks, predict
from training.treebank import read_words

TINY = Path(__file__).parent / "data" / "zh.conllu"


def test_looks_rolls_pieces_up_to_words():
    """Gardeners has pieces of its own; its rows are averaged and its columns added before the largest is taken."""
    read = read_words(["Gardeners", "sleep"], tokenizer())
    sizes = [unit.last - unit.first for unit in read.units]
    n = len(read.tokens)
    assert sizes[1] > 1
    weights = torch.full((n, n), 0.01)
    gardeners, sleep = range(1, 1 + sizes[1]), 1 + sizes[1]
    weights[sleep, list(gardeners)] = 0.3  # each less than [CLS] has, together more
    weights[sleep, 0] = 0.4
    weights[list(gardeners), 0] = 0.9
    assert looks(read, weights[None]) == [[0, 1]]


def test_a_special_token_or_the_word_itself_is_none():
    read = read_words(["a", "b", "c"], tokenizer())
    weights = torch.zeros(5, 5)
    weights[1, 4] = weights[2, 2] = weights[3, 1] = 1.0  # [SEP], itself, a
    assert looks(read, weights[None]) == [[0, 0, 1]]


def test_a_word_cut_finer_is_answered_for_by_its_last_part():
    """故|宫 looks at 去, as the treebank's 故宫 then does; what looks at any part looks at the whole."""
    own = [(0, 1), (1, 2), (2, 3), (3, 4)]  # 去 故 宫 玩
    given = [(0, 1), (1, 3), (3, 4)]
    assert carried_over([0, 3, 1, 2], own, given) == [0, 1, 2]


def test_a_word_cut_coarser_answers_for_all_its_parts():
    """去玩 is one word of the app: 我 looks at it, thus at its last part; both parts look where it looks."""
    own = [(0, 1), (1, 3)]
    given = [(0, 1), (1, 2), (2, 3)]
    assert carried_over([2, 1], own, given) == [3, 1, 1]
    assert carried_over([0, 2], own, given)[2] == 0  # never at itself


def test_as_typed_puts_blanks_between_spelled_words_only():
    assert as_typed(["I", "爱", "New", "York", "!"]) == ("I爱New York!", [(0, 1), (1, 2), (2, 5), (6, 10), (10, 11)])


def test_many_sentences_at_once_look_as_each_alone():
    model = load("mha")
    words = [["I", "like", "it"], ["我", "去", "北京", "的", "故宫"], ["Yes"]]
    heads = model.card.heads_for("zh")
    together = predict(model, words, heads)
    for sentence, looked in zip(words, together, strict=True):
        read = read_words(sentence, model.tokenizer)
        alone = looks(read, model.run(read).layers[3].weights)
        assert list(looked.values()) == alone


def test_the_command_prints_the_referees_format(capsys, monkeypatch):
    for more in ([], ["--segment"]):
        monkeypatch.setattr(sys, "argv", ["predict", "--model", "mha", "--lang", "zh", str(TINY), *more])
        module.main()
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [line["words"] for line in lines][1] == ["北京", "的", "故宫", "很", "美"]
        assert list(lines[0]["heads"]) == ["subject", "object", "place", "time", "modifier", "function", "adverbial", "clause"]
        assert all(0 <= head <= len(line["words"]) for line in lines for heads in line["heads"].values() for head in heads)
        assert all(len(heads) == len(line["words"]) for line in lines for heads in line["heads"].values())
