"""Gather everything to learn from: `python -m training.prepare --data DIR` writes `runs/corpus.json.gz`, which git ignores.

Trees are of second-generation labels and, if Chinese, in simplified script; texts are as published.
"""

import argparse
import gzip
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from training.generations import as_gsd, second_generation
from training.texts import CHINESE_TREEBANKS, DEV, ENGLISH_TREEBANK, PAIRS, both_scripts, hsk_sentences, sentence_pairs
from training.treebank import Word, read_treebank

CORPUS = Path("runs/corpus.json.gz")
REWRITTEN = dict(zip(CHINESE_TREEBANKS, (second_generation, as_gsd, as_gsd), strict=True))
"""What makes the trees of each Chinese treebank like those that choose and score."""


@dataclass(frozen=True)
class Tree:
    """A sentence with its tree. lang: "zh" (simplified script) or "en"."""

    lang: str
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Text:
    """A sentence without a tree."""

    lang: str
    text: str


@dataclass(frozen=True)
class Corpus:
    trees: tuple[Tree, ...]
    texts: tuple[Text, ...]

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            json.dump(asdict(self), file, ensure_ascii=False)

    @classmethod
    def load(cls, path: Path) -> "Corpus":
        with gzip.open(path, "rt", encoding="utf-8") as file:
            read = json.load(file)
        trees = (Tree(tree["lang"], tuple(Word(**word) for word in tree["words"])) for tree in read["trees"])
        return cls(tuple(trees), tuple(Text(**text) for text in read["texts"]))


def gather(folder: Path, *, dev: bool = False) -> Corpus:
    """The corpus, from the files that `training.texts` names and the HSK sentences' package.

    dev: whether the dev files are learned from as well. A model made so has no dev score.
    """
    trees = [chinese_tree(words, rewrite) for name, rewrite in REWRITTEN.items() for words in read_treebank(folder / name)]
    trees += [Tree("en", tuple(words)) for words in read_treebank(folder / ENGLISH_TREEBANK)]
    if dev:
        trees += [Tree(lang, tuple(words)) for lang, name in DEV.items() for words in read_treebank(folder / name)]
    texts = [text for english, chinese in sentence_pairs(folder / PAIRS) for text in (Text("en", english), Text("zh", chinese))]
    texts += [Text("zh", sentence) for sentence in hsk_sentences()]
    return Corpus(tuple(trees), tuple(texts))


def chinese_tree(words: list[Word], rewrite: Callable[[list[Word]], list[Word]]) -> Tree:
    """The tree in simplified script, rewritten."""
    return Tree("zh", tuple(rewrite([replace(word, text=both_scripts(word.text)[0]) for word in words])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with the treebanks and sentence pairs")
    parser.add_argument("--dev", action="store_true", help="learn from the dev files too: for a last run, when all is chosen")
    parser.add_argument("--out", type=Path, default=CORPUS)
    arguments = parser.parse_args()
    corpus = gather(arguments.data, dev=arguments.dev)
    corpus.save(arguments.out)
    print(f"{arguments.out}: {len(corpus.trees):,} trees, {len(corpus.texts):,} texts")


if __name__ == "__main__":
    main()
