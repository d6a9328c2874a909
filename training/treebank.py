"""Sentences with their trees, read from CoNLL-U files."""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from attention_core.tokens import Tokenizer, Tokens


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a tree.

    kind: its universal part of speech; tag: the treebank's own. head: place of the word it depends on, 1 for the first of the
    sentence, 0 for none. label: how it depends.
    """

    text: str
    kind: str
    tag: str
    head: int
    label: str

    @property
    def base(self) -> str:
        """The label without its subtype: `nmod` of `nmod:tmod`."""
        return self.label.split(":")[0]


Sentence = Sequence[Word]


def read_treebank(path: Path) -> Iterator[list[Word]]:
    """The sentences of a CoNLL-U file, gzipped or not. Ranges (`2-3`) and empty nodes (`8.1`) are no words."""
    sentence: list[Word] = []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if cells[0].isdigit():
                sentence.append(Word(cells[1], cells[3], cells[4], int(cells[6]) if cells[6].isdigit() else 0, cells[7]))
            elif cells == [""] and sentence:
                yield sentence
                sentence = []
    if sentence:
        yield sentence


def read_words(words: Sequence[str], tokenizer: Tokenizer) -> Tokens:
    """The words, cut as given, as a model reads them: a blank between two words, which no piece contains."""
    cut, start = [], 0
    for word in words:
        cut.append((start, start + len(word)))
        start += len(word) + 1
    return tokenizer.read(" ".join(words), cut=cut)
