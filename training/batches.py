"""What the model reads at each step, decided by the seed alone, so that twins see the same and a broken run goes on where it was.

An epoch takes the treebanks more often than the texts: they are what the heads learn from. A third of the Chinese sentences is in
traditional script. In half of the trees parts are swapped or go (`training.transplant`), in half of the Chinese ones words are
(`training.augment`), and from the second epoch on more often where somebody goes somewhere.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random

import numpy as np
import opencc
import torch
from torch import Tensor

from attention_core.bundled.depth import LONGEST
from attention_core.tokens import BYTES, MASK, PAD, Tokenizer, Tokens
from training.augment import invites, varied
from training.grammar import UNSEEN, grammar_of
from training.prepare import Corpus, Text, Tree
from training.relations import FAMILIES, arcs
from training.transplant import Pool, pool_of, transplanted
from training.treebank import read_words

TOKENS_PER_STEP = 2048
CHUNK = 8192
"""Sentences read at once."""
COPIES = {("tree", "zh"): 5.0, ("tree", "en"): 2.5, ("text", "zh"): 0.6, ("text", "en"): 0.3}
"""How often an epoch takes a sentence, on average."""
TRADITIONAL = 0.35
VARIED, GOING_VARIED = 0.5, 0.8
VARIATIONS = ("words", "parts")
"""What `training.augment` and `training.transplant` vary."""
TRANSPLANTED = 0.5
"""The part of the trees in which parts of other trees may be put, and others may go."""
LATIN_SIGNS = 0.15
"""The part of the Chinese trees whose punctuation is read as typed on a keyboard for English."""
CORNERS = 0.5
"""The part of the Chinese trees in traditional script whose quotation marks are 「」."""
HIDDEN = 0.15
"""The part of the words that is to be guessed: of these 8 in 10 are masked, 1 is another piece, 1 stays."""
Place = tuple[int, int]
"""Chunk and batch inside it, 1 for its first."""

_CORNERS = dict(zip("“”‘’", "「」『』", strict=True))
_LATIN_SIGNS = dict(zip("，。（）：；？！", ",.():;?!", strict=True))
_TO_TRADITIONAL = tuple(opencc.OpenCC(name) for name in ("s2t", "s2tw"))
_TO_SIMPLIFIED = opencc.OpenCC("t2s")


@dataclass(frozen=True)
class Example:
    """One sentence. unit: the word of each piece, 0 for [CLS]; targets: for each family and piece the word to look at.

    grammar: for each piece its word's part of speech and label, as `training.grammar` counts them.
    """

    ids: np.ndarray  # [n]
    unit: np.ndarray  # [n]
    targets: np.ndarray  # [families, n]
    grammar: np.ndarray  # [2, n]


@dataclass(frozen=True)
class Batch:
    """Examples of about the same length, padded. ids: with words hidden; asked: the pieces to guess, UNSEEN elsewhere."""

    ids: Tensor  # [b, n]
    asked: Tensor  # [b, n]
    allowed: Tensor  # [b, 1, 1, n]
    unit: Tensor  # [b, n]
    targets: Tensor  # [b, families, n]
    grammar: Tensor  # [b, 2, n]
    place: Place


def batches(
    corpus: Corpus, tokenizer: Tokenizer, *, seed: int, after: Place = (0, 0), without: Collection[str] = ()
) -> Iterator[Batch]:
    """Batches without end, behind the place `after`; the same seed gives the same ones.

    Sentences are read a chunk at a time, and those of a chunk that are about equally long go together. without: of VARIATIONS,
    those to leave out, to see what they bring.
    """
    pools = {lang: pool_of(tree.words for tree in corpus.trees if tree.lang == lang) for lang in ("zh", "en")}
    for chunk in count(after[0]):
        epoch = chunk // _chunks_per_epoch(corpus)
        examples = [
            example(item, tokenizer, Random(f"{seed}/{chunk}, {place}"), pools, epoch=epoch, without=without)
            for place, item in enumerate(_chunk(corpus, seed, chunk))
        ]
        plan = of_equal_length([one for one in examples if len(one.ids) <= LONGEST])
        Random(f"{seed}/{chunk}").shuffle(plan)
        for number, together in enumerate(plan, 1):
            if chunk > after[0] or number > after[1]:
                yield collate(together, tokenizer.n_pieces, Random(f"{seed}/{chunk}/{number}"), place=(chunk, number))


def _chunk(corpus: Corpus, seed: int, chunk: int) -> list[Tree | Text]:
    """The sentences of a chunk: an epoch holds each sentence as often as COPIES says, shuffled."""
    per_epoch = _chunks_per_epoch(corpus)
    epoch = chunk // per_epoch
    dice = Random(f"{seed}/epoch {epoch}")
    items = [item for item in (*corpus.trees, *corpus.texts) for _ in range(_copies(item, dice))]
    dice.shuffle(items)
    return items[chunk % per_epoch :: per_epoch]


def _chunks_per_epoch(corpus: Corpus) -> int:
    kinds = Counter(_kind(item) for item in (*corpus.trees, *corpus.texts))
    return max(1, round(sum(COPIES[kind] * number for kind, number in kinds.items()) / CHUNK))


def _copies(item: Tree | Text, dice: Random) -> int:
    return int(COPIES[_kind(item)] + dice.random())


@cache
def _is_going(item: Tree | Text, epoch: int) -> bool:
    return epoch > 0 and _kind(item) == ("tree", "zh") and invites(item.words)


def _kind(item: Tree | Text) -> tuple[str, str]:
    return "tree" if isinstance(item, Tree) else "text", item.lang


def of_equal_length(examples: list[Example]) -> list[list[Example]]:
    """Groups of at most TOKENS_PER_STEP pieces, padding included."""
    groups: list[list[Example]] = [[]]
    for one in sorted(examples, key=lambda one: len(one.ids)):
        if (len(groups[-1]) + 1) * len(one.ids) > TOKENS_PER_STEP:
            groups.append([])
        groups[-1].append(one)
    return [group for group in groups if group]


def example(
    item: Tree | Text,
    tokenizer: Tokenizer,
    dice: Random,
    pools: Mapping[str, Pool],
    *,
    epoch: int = 0,
    without: Collection[str] = (),
) -> Example:
    """A sentence as read, in a script drawn for it, and a tree maybe varied."""
    convert = _script(dice) if item.lang == "zh" else None
    if isinstance(item, Text):
        return _unasked(tokenizer.read(convert(item.text) if convert else item.text))
    signs = _signs(convert, dice) if convert else {}
    is_swapped, has_others = dice.random(), dice.random()
    words, found = item.words, None
    if is_swapped < TRANSPLANTED and "parts" not in without:
        words = transplanted(words, pools[item.lang], dice)
    if convert and has_others < (GOING_VARIED if _is_going(item, epoch) else VARIED) and "words" not in without:
        words, found = varied(words, dice)
    found = found or arcs(words, item.lang)
    texts = [signs.get(word.text) or (convert(word.text) if convert else word.text) for word in words]
    return asked(read_words(texts, tokenizer), found, grammar_of(words))


def _signs(convert: Callable[[str], str], dice: Random) -> Mapping[str, str]:
    """How the punctuation of a Chinese tree is typed, where not as it stands in the treebank."""
    if dice.random() < LATIN_SIGNS:
        return _LATIN_SIGNS
    return _CORNERS if convert is not _simplified and dice.random() < CORNERS else {}


def _script(dice: Random):
    if dice.random() >= TRADITIONAL:
        return _simplified
    return dice.choice(_TRADITIONAL)


@cache
def _simplified(text: str) -> str:
    return _TO_SIMPLIFIED.convert(text)


def _remembered(converter: opencc.OpenCC):
    return cache(converter.convert)


_TRADITIONAL = tuple(map(_remembered, _TO_TRADITIONAL))


def _units(tokens: Tokens) -> np.ndarray:
    return np.array([number for number, unit in enumerate(tokens.units) for _ in range(unit.first, unit.last)])


def _unasked(tokens: Tokens) -> Example:
    unit = _units(tokens)[:LONGEST]
    return Example(
        np.array(tokens.ids[:LONGEST]), unit, np.full((len(FAMILIES), len(unit)), UNSEEN), np.full((2, len(unit)), UNSEEN)
    )


def asked(tokens: Tokens, found: dict[str, dict[int, int]], grammar: np.ndarray | None = None) -> Example:
    """found: the arcs of `training.relations`. Unit 0 is [CLS], which a word without arc looks at; unit i is word i.

    grammar [2, words]: of each word, from `training.grammar`.
    """
    unit = _units(tokens)
    targets = np.zeros((len(FAMILIES), len(tokens.units)), dtype=np.int64)
    for row, family in enumerate(FAMILIES):
        for place, head in found[family].items():
            targets[row, place] = head
    targets[:, [0, -1]] = UNSEEN
    of_units = np.full((2, len(tokens.units)), UNSEEN)
    if grammar is not None:
        of_units[:, 1:-1] = grammar
    return Example(np.array(tokens.ids), unit, targets[:, unit], of_units[:, unit])


def collate(examples: list[Example], n_pieces: int, dice: Random, *, place: Place, always_mask: bool = False) -> Batch:
    """Pad the examples to the longest and hide some of their words. always_mask: whether every hidden piece becomes [MASK]."""
    b, n = len(examples), max(len(example.ids) for example in examples)
    ids, unit = np.full((b, n), PAD), np.full((b, n), -2)
    targets, grammar = np.full((b, len(FAMILIES), n), UNSEEN), np.full((b, 2, n), UNSEEN)
    for row, one in enumerate(examples):
        length = len(one.ids)
        ids[row, :length], unit[row, :length] = one.ids, one.unit
        targets[row, :, :length], grammar[row, :, :length] = one.targets, one.grammar
    hidden, guessed = _hide(ids, unit, n_pieces, np.random.default_rng(dice.getrandbits(63)), masked=1.0 if always_mask else 0.8)
    allowed = (ids != PAD)[:, None, None]
    return Batch(*map(torch.from_numpy, (hidden, guessed, allowed, unit, targets, grammar)), place)


def _hide(
    ids: np.ndarray, unit: np.ndarray, n_pieces: int, dice: np.random.Generator, *, masked: float
) -> tuple[np.ndarray, np.ndarray]:
    """The ids with whole words hidden, and what to guess there. Of the hidden that are not masked half are another piece."""
    drawn = dice.random((ids.shape[0], unit.max() + 1))
    chosen = np.take_along_axis(drawn, np.maximum(unit, 0), axis=1) < HIDDEN
    chosen &= ids > MASK
    fate = dice.random(ids.shape)
    another = dice.integers(BYTES[-1] + 1, n_pieces, ids.shape)
    hidden = np.where(chosen & (fate < masked), MASK, np.where(chosen & (fate < (1 + masked) / 2), another, ids))
    return hidden, np.where(chosen, ids, UNSEEN)
