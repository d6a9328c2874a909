"""Where a model's relation heads look, in the referee's format, one JSON object a line:

    python -m training.predict --model mha --lang zh FILE.conllu[.gz] > PREDICTED.jsonl

The treebank's own words are given to the model; with `--segment` the app's reading cuts the text as typed, and what its words
look at is carried over to the treebank's words.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from jaxtyping import Float
from torch import Tensor

from attention_core.bundled import load
from attention_core.model import Model, Relation
from attention_core.tokens import Tokens
from attention_core.words import Span, is_spelled
from training.treebank import read_treebank, read_words

Looks = dict[str, list[int]]
"""For each family the place of the word that each word looks at, 1 for the first; 0 for none."""


def predict(model: Model, words: Sequence[str], heads: Mapping[str, Relation]) -> Looks:
    """Where the words, cut as given, look. heads: the card's, by family."""
    tokens = read_words(words, model.tokenizer)
    return {family: looks(tokens, weights) for family, weights in _weights(model, tokens, heads)}


def predict_typed(model: Model, words: Sequence[str], heads: Mapping[str, Relation]) -> Looks:
    """The same, but the app's reading cuts the text in its own words, whose looks are then carried over."""
    text, given = as_typed(words)
    tokens = model.tokenizer.read(text)
    own = [(unit.start, unit.end) for unit in tokens.units if not unit.special]
    return {family: carried_over(looks(tokens, weights), own, given) for family, weights in _weights(model, tokens, heads)}


def _weights(model: Model, tokens: Tokens, heads: Mapping[str, Relation]) -> Iterator[tuple[str, Float[Tensor, "n n"]]]:
    layers = model.run(tokens).layers
    for family, relation in heads.items():
        yield family, layers[relation.layer].weights[relation.head]


def looks(tokens: Tokens, weights: Float[Tensor, "n n"]) -> list[int]:
    """For each word the place of the word with the largest weight, 1 for the first; 0 if that is a special token or itself."""
    most = tokens.roll_up(weights).argmax(-1).tolist()
    places = [0] * len(tokens.units)
    for place, number in enumerate((i for i, unit in enumerate(tokens.units) if not unit.special), 1):
        places[number] = place
    return [0 if most[i] == i else places[most[i]] for i, place in enumerate(places) if place]


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
    for sentence in read_treebank(arguments.file):
        words = [word.text for word in sentence]
        looked = (predict_typed if arguments.segment else predict)(model, words, heads)
        sys.stdout.write(json.dumps({"words": words, "heads": looked}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
