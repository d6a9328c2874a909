"""Labels of tokens: on axes, under the pointer, and how wide they are.

Axes count positions (0, 1, 2 …) and carry the tokens as tick text, so equal tokens stay apart and `2024` stays a word.
The rule for what does not fit: a label longer than `CUT` characters ends in …; where labels would touch, every second
(third …) one is shown. Under the pointer the text is whole, and equal tokens are told apart by which one it is: 我 #2.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

CUT = 14
"""Characters of a label on an axis."""

_GLYPHS = {" ": "␣", "\u00a0": "⍽", "\u3000": "□", "\t": "⇥", "\n": "↵", "\r": "␍", "\x7f": "␡"}
_JOINERS = {"\u200d", "\ufe0e", "\ufe0f", *map(chr, range(0xE0020, 0xE0080))}  # they only mean something inside an emoji
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", '"': "&#34;", "'": "&#39;"})
_WIDE = {"W", "F"}


def _glyph(character: str, *, alone: bool) -> str:
    if character in _GLYPHS:
        return _GLYPHS[character]
    if character < " ":
        return chr(0x2400 + ord(character))
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp", "Cc", "Cs", "Co", "Cn") or (category == "Cf" and (alone or character not in _JOINERS)):
        return f"‹{ord(character):04X}›"
    return character


@lru_cache(maxsize=8192)
def visible(text: str) -> str:
    """The text with blanks, control and invisible characters shown as glyphs; an empty text is ∅, a lone accent sits on ◌."""
    if not text:
        return "∅"
    shown = "".join(_glyph(character, alone=len(text) == 1) for character in text)
    return f"◌{shown}" if unicodedata.combining(shown[0]) else shown


def escaped(text: str) -> str:
    """Text that Plotly shows literally: no markup, no LaTeX."""
    return text.translate(_ENTITIES)


def short(text: str, *, limit: int = CUT) -> str:
    """The text cut to `limit` characters, … included, never between a character and what combines with it."""
    if len(text) <= limit:
        return text
    end = limit - 1
    while end > 1 and (unicodedata.combining(text[end]) or text[end] in _JOINERS or text[end - 1] == "\u200d"):
        end -= 1
    return text[:end] + "…"


def ticks(tokens: Sequence[str]) -> list[str]:
    """What an axis writes for each token: visible, cut, escaped."""
    return [escaped(short(visible(token))) for token in tokens]


def names(tokens: Sequence[str]) -> list[str]:
    """What the pointer shows for each token: whole, and with a number when the token occurs more than once. Not escaped."""
    total, seen = Counter(tokens), Counter()
    result = []
    for token in tokens:
        seen[token] += 1
        result.append(f"{visible(token)} #{seen[token]}" if total[token] > 1 else visible(token))
    return result


def width(text: str) -> float:
    """Estimated width of a visible, unescaped text in em: 1 for a Chinese character, about half for a Latin one."""
    return sum(_advance(character) for character in text)


def _advance(character: str) -> float:
    if unicodedata.combining(character) or character in _JOINERS:
        return 0.0
    return 1.0 if unicodedata.east_asian_width(character) in _WIDE else 0.58


def widest(tokens: Sequence[str]) -> float:
    """Width of the longest tick label in em, 0 without tokens."""
    return max((width(short(visible(token))) for token in tokens), default=0.0)


def axis(tokens: Sequence[str], *, first: int = 0, count: int | None = None, every: int = 1) -> dict:
    """The axis on which token i sits at position i.

    first, count: the window that is in view at the start; all of it by default. every: show each `every`-th label.
    """
    count = len(tokens) - first if count is None else count
    texts = ticks(tokens)
    return {
        "type": "linear",
        "tickmode": "array",
        "tickvals": list(range(0, len(tokens), every)),
        "ticktext": texts[::every],
        "range": [first - 0.5, first + count - 0.5],
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "ticklabelstandoff": 4,
    }
