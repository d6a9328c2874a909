"""Where a model's relation heads look, in the referee's format, one JSON object a line:

    python -m training.predict --model mha --lang zh FILE.conllu[.gz] > PREDICTED.jsonl

The treebank's own words are given to the model; with `--segment` the app's reading cuts the text as typed, and what its words
look at is carried over to the treebank's words.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from attention_core.bundled import load
from attention_core.model import Model, Relation
from attention_core.tokens import PAD, Tokens
from attention_core.words import Span, is_spelled
from training.treebank import read_treebank, read_words

Looks = dict[str, list[int]]
"""For each family the place of the word that each word looks at, 1 for the first; 0 for none."""
Heads = Mapping[str, Relation]
"""The card's heads by family."""
AT_ONCE = 4096
"""Pieces, padding included, that go through the model together."""


def predict(model: Model, sentences: Sequence[Sequence[str]], heads: Heads) -> list[Looks]:
    """Where the words, cut as given, look."""
    return _read_and_look(model, [read_words(words, model.tokenizer) for words in sentences], heads)


def predict_typed(model: Model, sentences: Sequence[Sequence[str]], heads: Heads) -> list[Looks]:
    """The same, but the app's reading cuts the text in its own words, whose looks are then carried over."""
    typed = [as_typed(words) for words in sentences]
    reads = [model.tokenizer.read(text) for text, _ in typed]
    answers = []
    for read, (_, given), looked in zip(reads, typed, _read_and_look(model, reads, heads), strict=True):
        own = [(unit.start, unit.end) for unit in read.units if not unit.special]
        answers.append({family: carried_over(places, own, given) for family, places in looked.items()})
    return answers


def _read_and_look(model: Model, reads: Sequence[Tokens], heads: Heads) -> list[Looks]:
    answers: list[Looks] = [{}] * len(reads)
    layers = sorted({relation.layer for relation in heads.values()})
    for numbers, weights in weights_of(model, reads, layers):
        for row, number in enumerate(numbers):
            n = len(reads[number].tokens)
            looked = {layer: looks(reads[number], weights[layer][row, :, :n, :n]) for layer in layers}
            answers[number] = {family: looked[relation.layer][relation.head] for family, relation in heads.items()}
    return answers


@torch.no_grad()
def weights_of(
    model: Model, reads: Sequence[Tokens], layers: Sequence[int]
) -> Iterator[tuple[list[int], dict[int, Float[Tensor, "b h n n"]]]]:
    """The weights of some layers for many texts, a few of about equal length at a time: their numbers, then weights by layer."""
    waiting = sorted(range(len(reads)), key=lambda number: len(reads[number].tokens))
    while waiting:
        size = max(1, AT_ONCE // len(reads[waiting[-1]].tokens))
        numbers, waiting = waiting[-size:], waiting[:-size]
        ids = pad_sequence([torch.tensor(reads[number].ids) for number in numbers], batch_first=True, padding_value=PAD)
        _, traces = model.encoder(ids.to(model.device), allowed=(ids != PAD)[:, None, None].to(model.device), traced=layers)
        yield numbers, {layer: trace.weights.cpu() for layer, trace in traces.items()}


def looks(tokens: Tokens, weights: Float[Tensor, "h n n"]) -> list[list[int]]:
    """For each head and word the place of the word with the largest weight, 1 for the first; 0 if special or the word itself."""
    special = [unit.special for unit in tokens.units]
    place_of = [0 if is_special else place for is_special, place in zip(special, accumulate(not s for s in special), strict=True)]
    most = tokens.roll_up(weights).argmax(-1).tolist()
    return [[0 if target == unit else place_of[target] for unit, target in enumerate(row) if not special[unit]] for row in most]


def carried_over(heads: Sequence[int], own: Sequence[Span], given: Sequence[Span]) -> list[int]:
    """Looks of one cutting for another of the same text. Where a word was cut finer, its last part speaks for it.

    own, given: the spans of the words that look, and of the words that the answer is for.
    """
    speaks = [_last_inside(span, own) for span in given]
    place_of = {number: place for place, number in enumerate(speaks, 1)}
    for place, span in reversed(list(enumerate(given, 1))):  # any part of a word stands for it, as for a word cut coarser
        for number, other in enumerate(own):
            if other[0] < span[1] and span[0] < other[1]:
                place_of.setdefault(number, place)
    answer = []
    for place, number in enumerate(speaks, 1):
        looked = heads[number] if number is not None else 0
        target = place_of.get(looked - 1, 0) if looked else 0
        answer.append(0 if target == place else target)
    return answer


def _last_inside(span: Span, own: Sequence[Span]) -> int | None:
    """The last own word that shares a character with the span."""
    return next((n for n in reversed(range(len(own))) if own[n][0] < span[1] and span[0] < own[n][1]), None)


def as_typed(words: Sequence[str]) -> tuple[str, list[Span]]:
    """The words as one text, with a blank between two that are spelled, and where each stands in it."""
    text, spans = "", []
    for word in words:
        if text and is_spelled(text[-1]) and is_spelled(word):
            text += " "
        spans.append((len(text), len(text) + len(word)))
        text += word
    return text, spans


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help="a treebank, .conllu or .conllu.gz")
    parser.add_argument("--model", choices=("mha", "mqa", "plain"), default="mha")
    parser.add_argument("--lang", choices=("zh", "en"), required=True, help="of the file")
    parser.add_argument("--segment", action="store_true", help="cut the text as the app does")
    arguments = parser.parse_args()
    model = load(arguments.model)
    heads = model.card.heads_for(arguments.lang)
    sentences = [[word.text for word in sentence] for sentence in read_treebank(arguments.file)]
    answers = (predict_typed if arguments.segment else predict)(model, sentences, heads)
    for words, looked in zip(sentences, answers, strict=True):
        sys.stdout.write(json.dumps({"words": words, "heads": looked}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
