"""Where characters and words begin and end in a text as typed, in any script.

A span is `(start, end)`: code points of the text as typed, end excluded. What shows nothing (blanks of any width,
zero-width marks) belongs to no span.
"""

from bisect import bisect_left
from functools import cache
from itertools import accumulate

import opencc
import regex
import rjieba

Span = tuple[int, int]

_BLANK = regex.compile(r"[\s\x1c-\x1f\u2800\p{Z}\p{Default_Ignorable_Code_Point}]*")
_GRAPHEME = regex.compile(r"\X")
_SPELLED = r"[[\p{L}\p{M}\p{N}\u200c\u200d]--[\p{Han}\p{Hiragana}\p{Katakana}ー]]"
_INSIDE = r"(?<=[\p{L}\p{M}])[.'’](?=\p{L})|(?<=\p{N})[.,:](?=\p{N})|[-‐‑_](?=[\p{L}\p{N}--\p{Han}])"
_RUN = regex.compile(
    rf"""(?P<chinese>(?:\p{{Han}}\p{{M}}*)+)
    | (?:[\p{{Hiragana}}\p{{Katakana}}ー]\p{{M}}*)+
    | (?!.\ufe0f?\u20e3){_SPELLED}(?:(?:{_INSIDE})?(?!.\ufe0f?\u20e3){_SPELLED})*
    | \X""",
    regex.VERSION1 | regex.VERBOSE | regex.DOTALL,
)
_STARTS_SPELLED = regex.compile(_SPELLED, regex.VERSION1)
_TO_SIMPLIFIED = opencc.OpenCC("t2s")
_SENTENCES_IN_DICTIONARY = ("我爱你",)


def is_blank(text: str) -> bool:
    """Whether the text shows nothing: empty, spaces of any width, line ends, zero-width marks."""
    return _BLANK.fullmatch(text) is not None


def is_spelled(text: str) -> bool:
    """Whether the text starts with a letter or digit of a script that spells its words, unlike Chinese characters and kana."""
    return _STARTS_SPELLED.match(text) is not None


def graphemes(text: str) -> list[Span]:
    """The characters as a reader counts them: a family emoji, a flag, a letter with its accents is one each.

    Source: Unicode Standard Annex 29, extended grapheme clusters.
    """
    return [match.span() for match in _GRAPHEME.finditer(text) if not is_blank(match.group())]


def words(text: str) -> list[Span]:
    """The words: Chinese by dictionary, either script; other scripts by their spelling; each sign and emoji on its own.

    A word never cuts a grapheme. `3.14`, `12:30`, `don't`, `ChatGPT-4o` are one word each.
    Source: jieba's dictionary; after Unicode Standard Annex 29, word boundaries, with hyphens kept inside.
    """
    borders = [match.end() for match in _GRAPHEME.finditer(text)]
    spans: list[Span] = []
    start = 0
    while start < len(text):
        run = _RUN.match(text, start)
        end = borders[bisect_left(borders, run.end())]
        if run.lastgroup == "chinese":
            ends = [start + width for width in _chinese_ends(text[start:end])]
            ends = [cut for cut in ends if borders[bisect_left(borders, cut)] == cut]
            spans += zip([start, *ends], ends, strict=False)
        elif not is_blank(text[start:end]):
            spans.append((start, end))
        start = end
    return spans


def _chinese_ends(run: str) -> list[int]:
    """Where the words of a run of Chinese characters end.

    The dictionary is in simplified script, so a simplified copy of the same length is cut. Only words of the dictionary are
    found: guessing new ones (jieba's hidden Markov model) gains nothing on the treebanks and makes 追猫 of 老鼠追猫.
    """
    simplified = _TO_SIMPLIFIED.convert(run)
    if len(simplified) != len(run):
        simplified = run
    return list(accumulate(len(word) for word in _dictionary().cut(simplified, hmm=False)))


@cache
def _dictionary() -> rjieba.Jieba:
    """jieba's dictionary without its entries that are whole sentences."""
    dictionary = rjieba.Jieba()
    for sentence in _SENTENCES_IN_DICTIONARY:
        dictionary.add_word(sentence, 0, "")
    return dictionary
