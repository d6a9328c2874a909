"""Everything that is measured of a model for its card."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType

import torch
from jaxtyping import Float
from torch import Tensor

from attention_core.model import Model, Relation
from attention_core.tokens import Tokenizer
from training.batches import UNSEEN, Batch, asked, collate, of_equal_length
from training.predict import predict, predict_typed
from training.prepare import Corpus, Tree
from training.relations import FAMILIES, arcs
from training.treebank import Sentence, read_treebank, read_words

Scores = dict[str, dict[str, float]]
"""By family what the referee says: precision, recall, f1, gold."""
SMALLEST = 1e-6
"""A piece never met in training is as probable as this to the unigram guess."""


def texts_of(sentence: Sentence) -> list[str]:
    return [word.text for word in sentence]


def referee_scores(model: Model, path: Path, language: str, referee: ModuleType, *, typed: bool = False) -> Scores:
    """The referee's scores of the model's relation heads on a treebank. typed: whether the app's reading cuts the words."""
    sentences = [texts_of(sentence) for sentence in read_treebank(path)]
    answers = (predict_typed if typed else predict)(model, sentences, model.card.heads_for(language))
    guesses = [{"words": words, "heads": looked} for words, looked in zip(sentences, answers, strict=True)]
    return referee.score(list(referee.read(str(path))), guesses, language)


def best_heads(model: Model, path: Path, language: str) -> list[Relation]:
    """For each family the head, of all layers, that does it best by itself. Choose on dev files alone."""
    sentences = list(read_treebank(path))
    gold = [arcs(sentence, language) for sentence in sentences]
    config = model.encoder.config
    places = list(product(range(config.n_layers), range(config.n_heads)))
    heads = {f"{layer}.{head}": Relation("any", language, layer, head, 0.0, trained=False) for layer, head in places}
    answers = predict(model, [texts_of(sentence) for sentence in sentences], heads)
    found = []
    for family in FAMILIES:
        wanted = [truth[family] for truth in gold]
        scored = {name: f1(wanted, [looked[name] for looked in answers]) for name in heads}
        best = max(scored, key=scored.get)
        found.append(replace(heads[best], family=family, f1=round(scored[best], 4)))
    return found


def f1(gold: Iterable[dict[int, int]], looked: Iterable[Sequence[int]]) -> float:
    """2 · right / (said + gold), as the referee counts. gold: for each sentence, place -> place; looked: one place a word."""
    right = both = 0
    for truth, places in zip(gold, looked, strict=True):
        said = {place: head for place, head in enumerate(places, 1) if head}
        right += len(said.items() & truth.items())
        both += len(said) + len(truth)
    return 2 * right / both if both else 0.0


@dataclass
class Guesses:
    """How well hidden pieces are guessed, so far. loss: summed, in nats."""

    n: int = 0
    loss: float = 0.0
    top_1: int = 0
    top_5: int = 0

    def add(self, chances: Float[Tensor, "n pieces"], right: Tensor) -> None:
        """chances: log-probabilities of every piece."""
        of_right = chances.gather(-1, right[:, None])
        rank = (chances > of_right).sum(-1)
        self.n += len(right)
        self.loss -= float(of_right.sum())
        self.top_1 += int((rank < 1).sum())
        self.top_5 += int((rank < 5).sum())

    def shares(self) -> dict[str, float]:
        return {
            "pieces": self.n,
            "loss": round(self.loss / self.n, 4),
            "top_1": round(self.top_1 / self.n, 4),
            "top_5": round(self.top_5 / self.n, 4),
        }


@torch.no_grad()
def hidden_words(model: Model, path: Path, unigram: Float[Tensor, " pieces"]) -> dict[str, dict[str, float]]:
    """How well the model, and a guess by frequency alone, fill in words masked in a treebank, one in seven."""
    ours, frequent = Guesses(), Guesses()
    for batch in hidden_batches(read_treebank(path), model.tokenizer):
        where = batch.asked != UNSEEN
        hidden, _ = model.encoder(batch.ids, allowed=batch.allowed)
        right = batch.asked[where]
        ours.add(model.encoder.guess(hidden[where]).log_softmax(-1), right)
        frequent.add(unigram.expand(len(right), -1), right)
    return {"model": ours.shares(), "unigram": frequent.shares()}


def hidden_batches(sentences: Iterable[Sentence], tokenizer: Tokenizer) -> Iterator[Batch]:
    """The sentences with words hidden by dice that are the same for every model."""
    nothing = {family: {} for family in FAMILIES}
    examples = [asked(read_words(texts_of(sentence), tokenizer), nothing) for sentence in sentences]
    for number, together in enumerate(of_equal_length(examples)):
        yield collate(together, tokenizer.n_pieces, Random(number), place=(0, number), always_mask=True)


def piece_frequencies(corpus: Corpus, tokenizer: Tokenizer) -> Float[Tensor, " pieces"]:
    """The log-probability of each piece in what was learned from."""
    counts: Counter[int] = Counter()
    for item in (*corpus.trees, *corpus.texts):
        read = read_words(texts_of(item.words), tokenizer) if isinstance(item, Tree) else tokenizer.read(item.text)
        counts.update(token.id for token in read.tokens if not token.special)
    total = counts.total()
    chances = torch.full((tokenizer.n_pieces,), SMALLEST)
    for piece, count in counts.items():
        chances[piece] = count / total
    return chances.log()
