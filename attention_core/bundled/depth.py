"""What the shipped models were not made for. They read any text; of such a text their answers mean little."""

from bisect import bisect_left
from typing import Literal

import regex

from attention_core.tokens import Tokens
from attention_core.words import words

LONGEST = 160
"""Tokens of the longest text that they were trained on; longer ones were left out."""
MUCH = 0.4  # share of a text that makes it another kind of text
FEW = 3  # words among which a mark or two says nothing
SPELLED = 5  # spelled words from which on they can say whether they are known
STRANGE = (
    0.7  # share of them in pieces from which on they are not: 5 in 100 sentences of English web text, all samples of 8 others
)
KNOWN_LETTER = regex.compile(r"[\p{Han}\p{Latin}]")
LATIN_LETTER = regex.compile(r"\p{Latin}")
LETTER = regex.compile(r"\p{L}")


def out_of_depth(tokens: Tokens) -> Literal["script", "symbols", "words", "long"] | None:
    """Why a text is out of their depth, if it is.

    "script": words in other letters than Chinese and Latin make up MUCH of it; "symbols": words without letters do, as in code or
    emoji; "words": more than STRANGE of its spelled words are no single piece, as in another language; "long": it has more tokens
    than LONGEST.
    """
    typed = [tokens.text[start:end] for start, end in words(tokens.text)]
    foreign = sum(bool(LETTER.search(word)) and not KNOWN_LETTER.search(word) for word in typed)
    bare = sum(not LETTER.search(word) for word in typed)
    if foreign > MUCH * len(typed):
        return "script"
    if bare > MUCH * len(typed) and len(typed) > FEW:
        return "symbols"
    if _strange(tokens) > STRANGE:
        return "words"
    return "long" if sum(not token.special for token in tokens.tokens) > LONGEST else None


def _strange(tokens: Tokens) -> float:
    """The share of the spelled words that are cut into pieces; 0 if there are too few to say."""
    starts = [token.start for token in tokens.tokens if not token.special and not token.segment]
    spelled = [(start, end) for start, end in words(tokens.text) if LATIN_LETTER.search(tokens.text[start:end])]
    if len(spelled) < SPELLED:
        return 0.0
    return sum(bisect_left(starts, end) - bisect_left(starts, start) > 1 for start, end in spelled) / len(spelled)
