"""Text as tokens: pieces of a vocabulary, the words or characters they belong to, and where each stands in the text as typed.

Everything typed is plain text: "[CLS]" typed is three words, never the special token. Nothing is unknown: a character that is no
piece of the vocabulary is cut into its bytes, each of them a token that keeps the whole character as its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, repeat
from os import PathLike

import regex
import tokenizers
import torch
from jaxtyping import Float
from torch import Tensor

from attention_core.words import Span, graphemes, is_blank, is_spelled, words

READINGS = ("words", "subwords", "characters")
SPECIAL = ("[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]")
PAD, CLS, SEP, MASK, UNK = range(len(SPECIAL))
BYTES = range(len(SPECIAL), len(SPECIAL) + 256)
"""The ids of the pieces that are single bytes, byte 0 first."""
WORD_START = "▁"
"""Stands before the first piece of a spelled word in the vocabulary, so that `▁in` and the end of `begin` are two pieces."""

_Piece = tuple[int, int, int, tuple[int, int] | None]  # id, start, end, part
_LONE_SURROGATE = regex.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Token:
    """One id that a model reads.

    text: what is typed at start:end, or a special token's name.
    start, end: code points of the text as typed; of the second text where segment is 1. A special token is empty there.
    part: (1, 3) for the first of three tokens that share one character, else None.
    """

    text: str
    id: int
    start: int
    end: int
    part: tuple[int, int] | None = None
    special: bool = False
    segment: int = 0

    @property
    def label(self) -> str:
        """The text, with `·1/3` behind it where a character is cut into three."""
        return self.text if self.part is None else f"{self.text}·{self.part[0]}/{self.part[1]}"


@dataclass(frozen=True, slots=True)
class Unit:
    """What one row or column of a picture stands for: a word, a piece or a grapheme, made of `tokens[first:last]`."""

    text: str
    start: int
    end: int
    first: int
    last: int
    special: bool = False
    segment: int = 0


@dataclass(frozen=True)
class Tokens:
    """A text, or a pair of texts, as read."""

    text: str
    reading: str
    tokens: tuple[Token, ...]
    units: tuple[Unit, ...]
    pair: str | None = None

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(token.id for token in self.tokens)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(token.label for token in self.tokens)

    @property
    def unit_labels(self) -> tuple[str, ...]:
        """What each row or column is called: its text, or its piece's label."""
        if self.reading == "subwords":
            return self.labels
        return tuple(unit.text for unit in self.units)

    @property
    def segment(self) -> tuple[int, ...]:
        """For each token 0, or 1 if it belongs to the second text."""
        return tuple(token.segment for token in self.tokens)

    @property
    def is_empty(self) -> bool:
        """Whether nothing that shows was typed."""
        return all(token.special for token in self.tokens)

    def hide(self, unit: int) -> Tokens:
        """The same text with [MASK] in the place of every piece of a unit; what is shown of it stays."""
        pieces = range(self.units[unit].first, self.units[unit].last)
        covered = (replace(token, id=MASK) if place in pieces else token for place, token in enumerate(self.tokens))
        return replace(self, tokens=tuple(covered))

    def roll_up(self, weights: Float[Tensor, "*lead q k"]) -> Float[Tensor, "*lead r c"]:
        """Attention between units: summed over the pieces of a key, averaged over the pieces of a query.

        Rows that sum to 1 still do. q and k count tokens, r and c units.
        Raises: ValueError if there are not as many rows and columns as tokens.
        """
        return self._gather(self.roll_up_rows(weights), dim=-1)

    def roll_up_rows(self, vectors: Float[Tensor, "*lead n m"]) -> Float[Tensor, "*lead r m"]:
        """One vector for each unit: the average over its pieces. n counts tokens, r units.

        Raises: ValueError if there are not as many rows as tokens.
        """
        sizes = vectors.new_tensor([unit.last - unit.first for unit in self.units])
        return self._gather(vectors, dim=-2) / sizes[:, None]

    def _gather(self, values: Tensor, *, dim: int) -> Tensor:
        """Sum over each unit's tokens, touching no other unit's: a NaN or -inf stays where it is."""
        if values.shape[dim] != len(self.tokens):
            raise ValueError(f"{values.shape[dim]} values for {len(self.tokens)} tokens")
        if len(self.units) == len(self.tokens):
            return values
        owner = [number for number, unit in enumerate(self.units) for _ in range(unit.first, unit.last)]
        shape = list(values.shape)
        shape[dim] = len(self.units)
        return values.new_zeros(shape).index_add(dim, torch.tensor(owner, device=values.device), values)


class Tokenizer:
    """Cuts texts into the pieces of a vocabulary, word by word: no piece crosses a word, none cuts a grapheme.

    model: a Hugging Face tokenizer whose ids 0 to 4 are `SPECIAL` and whose next 256 are the bytes, without pre-tokenizer or
    normalizer; `training.vocabulary` makes one.
    Raises: ValueError if those ids are others.
    """

    def __init__(self, model: tokenizers.Tokenizer) -> None:
        found = tuple(model.id_to_token(number) for number in (*range(len(SPECIAL)), BYTES[0], BYTES[-1]))
        expected = (*SPECIAL, "<0x00>", "<0xFF>")
        if found != expected:
            raise ValueError(f"the vocabulary has {found} where {expected} are expected")
        self._model = model
        self._mark = model.token_to_id(WORD_START)
        self._characters = {piece for piece in model.get_vocab() if len(piece) == 1} - {WORD_START}
        self._cut = lru_cache(maxsize=65_536)(self._cut_uncached)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Tokenizer:
        """Read a `tokenizer.json`."""
        return cls(tokenizers.Tokenizer.from_file(str(path)))

    @property
    def n_pieces(self) -> int:
        """The size of the vocabulary, special tokens and bytes included."""
        return self._model.get_vocab_size()

    def piece(self, number: int) -> str:
        """The vocabulary's entry: `喜欢`, `▁the` at the start of a word, `ing` inside, `<0xE9>` for a byte, `[MASK]`.

        Raises: ValueError if the vocabulary is smaller.
        """
        if not 0 <= number < self.n_pieces:
            raise ValueError(f"id {number} in a vocabulary of {self.n_pieces} pieces")
        return self._model.id_to_token(number)

    def read(
        self,
        text: str,
        *,
        reading: str = "words",
        special: bool = True,
        pair: str | None = None,
        cut: Sequence[Span] | None = None,
    ) -> Tokens:
        """Cut a text, or two as `[CLS] text [SEP] pair [SEP]`.

        reading: what a unit is. "words" and "subwords" have the same tokens; "characters" cuts every grapheme on its own.
        special: whether [CLS] and [SEP] are added.
        cut: the words of `text` as spans, for a reader or a treebank that cuts otherwise; None cuts by `words`.
        Raises: ValueError for an unknown reading, or a cut that overlaps, leaves the text, or has a word that shows nothing.
        """
        if reading not in READINGS:
            raise ValueError(f"reading {reading!r} is none of {', '.join(READINGS)}")
        groups = [[Token(SPECIAL[CLS], CLS, 0, 0, special=True)]] if special else []
        for segment, typed in enumerate((text,) if pair is None else (text, pair)):
            spans = words(typed) if cut is None or segment else _checked(cut, typed)
            groups += self._groups(typed, spans, reading, segment)
            if special:
                groups.append([Token(SPECIAL[SEP], SEP, len(typed), len(typed), special=True, segment=segment)])
        tokens = tuple(token for group in groups for token in group)
        return Tokens(text, reading, tokens, tuple(_units(groups, (text, pair or ""))), pair)

    def _groups(self, typed: str, spans: Sequence[Span], reading: str, segment: int) -> Iterator[list[Token]]:
        """The tokens of each unit."""
        for start, end in spans:
            word = typed[start:end]
            stretches = graphemes(word) if reading == "characters" else [(0, len(word))]
            for first, last in stretches:
                pieces = [
                    Token(word[first + a : first + b], number, start + first + a, start + first + b, part, segment=segment)
                    for number, a, b, part in self._cut(word[first:last], first == 0)
                ]
                yield from [[piece] for piece in pieces] if reading == "subwords" else [pieces]

    def _cut_uncached(self, text: str, starts_word: bool) -> tuple[_Piece, ...]:
        """The pieces of a word or a part of one, with spans counted from its start."""
        pieces: list[_Piece] = []
        for start, end, is_known in self._stretches(text):
            ids = self._ids(text[start:end], marked=starts_word and start == 0 and is_spelled(text))
            if is_known:
                ends = [start + width for width in accumulate(map(self._width, ids))]
                pieces += zip(ids, [start, *ends], ends, repeat(None), strict=False)
            else:
                pieces += [(number, start, end, (i, len(ids)) if len(ids) > 1 else None) for i, number in enumerate(ids, 1)]
        return tuple(pieces)

    def _stretches(self, text: str) -> list[tuple[int, int, bool]]:
        """What is encoded on its own: (start, end, True) for runs of characters of the vocabulary, False for any other one."""
        found: list[tuple[int, int, bool]] = []
        for start, end in graphemes(text):
            is_known = text[start:end] in self._characters
            if is_known and found and found[-1][1:] == (start, True):
                found[-1] = (found[-1][0], end, True)
            else:
                found.append((start, end, is_known))
        return found

    def _ids(self, stretch: str, *, marked: bool) -> list[int]:
        """The ids of a stretch; a mark that joined no piece says nothing about the text and is dropped."""
        text = _LONE_SURROGATE.sub("\ufffd", stretch)
        if not marked:
            return self._model.encode(text).ids
        ids = self._model.encode(WORD_START + text).ids
        return ids[1:] if ids[0] == self._mark else ids

    def _width(self, number: int) -> int:
        """How many typed characters a piece stands for."""
        return len(self._model.id_to_token(number).removeprefix(WORD_START))


def _checked(cut: Sequence[Span], text: str) -> Sequence[Span]:
    """The cut itself, if its words follow each other inside the text and each shows something."""
    before = 0
    for start, end in cut:
        if start < before or end > len(text):
            raise ValueError(f"word {start}:{end} starts before {before} or ends after {len(text)}")
        if is_blank(text[start:end]):
            raise ValueError(f"word {start}:{end} shows nothing")
        before = end
    return cut


def _units(groups: list[list[Token]], texts: tuple[str, str]) -> Iterator[Unit]:
    """One unit for each group of tokens."""
    ends = accumulate(map(len, groups))
    for group, last in zip(groups, ends, strict=True):
        head, tail = group[0], group[-1]
        text = head.text if head.special else texts[head.segment][head.start : tail.end]
        yield Unit(text, head.start, tail.end, last - len(group), last, head.special, head.segment)
