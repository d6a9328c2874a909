"""The sentences to learn from, read from their published files; none of them is part of the project.

- Universal Dependencies, CC BY-SA 4.0: UD_Chinese-GSD (train file of April 2016), UD_Chinese-HK, UD_Chinese-CFL, UD_English-EWT;
  for a last run the dev files of UD_Chinese-GSDSimp and UD_English-EWT.
- Tatoeba English-Mandarin sentence pairs, CC BY 2.0 FR: https://tatoeba.org
- HSK sentences, CC BY-SA 4.0: `pip install hsk-sentences-audio==1.0.0`.
"""

import gzip
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import opencc
import regex

CHINESE_TREEBANKS = ("zh_gsd_v1-train.conllu.gz", "zh_hk-ud-test.conllu.gz", "zh_cfl-ud-test.conllu.gz")
ENGLISH_TREEBANK = "en_ewt-ud-train.conllu.gz"
DEV = {"zh": "zh_gsdsimp-ud-dev.conllu.gz", "en": "en_ewt-ud-dev.conllu.gz"}
TEST = {"zh": "zh_gsdsimp-ud-test.conllu.gz", "en": "en_ewt-ud-test.conllu.gz"}
"""Dev files choose, and are learned from only when nothing is left to choose; test files are scored once."""
PAIRS = "tatoeba-eng-cmn.tsv.gz"

_TO_SIMPLIFIED = opencc.OpenCC("t2s")
_TO_TRADITIONAL = opencc.OpenCC("s2t")
_NEEDS_SPACE = regex.compile(r"[\p{Latin}\p{N}]")


def treebank_sentences(path: Path) -> Iterator[str]:
    """The sentences of a CoNLL-U file as written: its `# text` lines, or else the joined words."""
    text, words = None, []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if line.startswith("# text = "):
                text = line.removeprefix("# text = ").rstrip("\n")
            elif cells[0].isdigit():
                words.append(cells[1])
            elif line == "\n" and words:
                yield text or _joined(words)
                text, words = None, []


def _joined(words: list[str]) -> str:
    """Chinese words one behind the other, with a space only between two that are spelled."""
    text = words[0]
    for word in words[1:]:
        gap = " " if _NEEDS_SPACE.match(text[-1]) and _NEEDS_SPACE.match(word) else ""
        text += gap + word
    return text


def sentence_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """English and Chinese sentences that translate each other."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            english, chinese = line.rstrip("\n").split("\t")
            yield english, chinese


def hsk_sentences() -> Iterator[str]:
    """Everyday Chinese sentences of the HSK levels, in simplified script.

    Raises: ModuleNotFoundError if the package `hsk-sentences-audio` is not installed.
    """
    path = files("hsk_sentences_audio") / "data" / "sentences.json"
    for entry in json.loads(path.read_text(encoding="utf-8")):
        yield entry["chinese"]


def both_scripts(sentence: str) -> tuple[str, str]:
    """The sentence in simplified and in traditional Chinese script."""
    return _TO_SIMPLIFIED.convert(sentence), _TO_TRADITIONAL.convert(sentence)


def chinese_sentences(folder: Path) -> Iterator[str]:
    """Every Chinese sentence to learn from, in the script it was published in."""
    for name in CHINESE_TREEBANKS:
        yield from treebank_sentences(folder / name)
    yield from (chinese for _, chinese in sentence_pairs(folder / PAIRS))
    yield from hsk_sentences()


def english_sentences(folder: Path) -> Iterator[str]:
    """Every English sentence to learn from."""
    yield from treebank_sentences(folder / ENGLISH_TREEBANK)
    yield from (english for english, _ in sentence_pairs(folder / PAIRS))
