"""Everything that is measured of a model for its card."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType

import torch
from jaxtyping import Float
from torch import Tensor

from attention_core.model import Model, Relation
from attention_core.tokens import Tokenizer
from training.batches import UNSEEN, Batch, asked, collate
from training.predict import looks, predict, predict_typed
from training.prepare import Corpus, Tree
from training.relations import FAMILIES
from training.treebank import Sentence, read_treebank, read_words

Scores = dict[str, dict[str, float]]
"""By family what the referee says: precision, recall, f1, gold."""
SMALLEST = 1e-6
"""A piece never met in training is as probable as this to the unigram guess."""


def texts_of(sentence: Sentence) -> list[str]:
    return [word.text for word in sentence]


def referee_scores(model: Model, path: Path, language: str, referee: ModuleType, *, typed: bool = False) -> Scores:
    """The referee's scores of the model's relation heads on a treebank. typed: whether the app's reading cuts the words."""
    heads = model.card.heads_for(language)
    look = predict_typed if typed else predict
    guesses = [{"words": texts_of(s), "heads": look(model, texts_of(s), heads)} for s in read_treebank(path)]
    return referee.score(list(referee.read(str(path))), guesses, language)


def best_heads(model: Model, path: Path, language: str, referee: ModuleType) -> list[Relation]:
    """For each family the head, of all layers, that does it best by chance. Choose on dev files alone."""
    gold = list(referee.read(str(path)))
    guesses: dict[tuple[int, int], list[dict]] = {}
    for sentence in read_treebank(path):
        tokens = read_words(texts_of(sentence), model.tokenizer)
        for layer, trace in enumerate(model.run(tokens).layers):
            for head, weights in enumerate(trace.weights):
                looked = looks(tokens, weights)
                line = {"words": texts_of(sentence), "heads": dict.fromkeys(FAMILIES, looked)}
                guesses.setdefault((layer, head), []).append(line)
    scores = {place: referee.score(gold, lines, language) for place, lines in guesses.items()}
    best = {family: max(scores, key=lambda place: scores[place][family]["f1"]) for family in FAMILIES}
    return [
        Relation(family, language, layer, head, scores[layer, head][family]["f1"], trained=False)
        for family, (layer, head) in best.items()
    ]


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
        if where.any():
            hidden, _ = model.encoder(batch.ids, allowed=batch.allowed)
            right = batch.asked[where]
            ours.add(model.encoder.guess(hidden[where]).log_softmax(-1), right)
            frequent.add(unigram.expand(len(right), -1), right)
    return {"model": ours.shares(), "unigram": frequent.shares()}


def hidden_batches(sentences: Iterable[Sentence], tokenizer: Tokenizer) -> Iterator[Batch]:
    """The sentences, one a batch, with words hidden by dice that are the same for every model."""
    nothing = {family: {} for family in FAMILIES}
    for number, sentence in enumerate(sentences):
        one = asked(read_words(texts_of(sentence), tokenizer), nothing)
        yield collate([one], tokenizer.n_pieces, Random(number), place=(0, number), always_mask=True)


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


def mean_f1(scores: Scores, families: Sequence[str]) -> float:
    return sum(scores[family]["f1"] for family in families) / len(families)
