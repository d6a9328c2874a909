"""What the shipped models were not made for. They read any text; of such a text their answers mean little."""

from typing import Literal

import regex

from attention_core.tokens import Tokens
from attention_core.words import words

LONGEST = 160
"""Tokens of the longest text that they were trained on; longer ones were left out."""
MUCH = 0.4  # share of a text that makes it another kind of text
FEW = 3  # words among which a mark or two says nothing
KNOWN_LETTER = regex.compile(r"[\p{Han}\p{Latin}]")
LETTER = regex.compile(r"\p{L}")


def out_of_depth(tokens: Tokens) -> Literal["script", "symbols", "long"] | None:
    """Why a text is out of their depth, if it is.

    "script": words in other letters than Chinese and Latin make up MUCH of it; "symbols": words without letters do, as in code or
    emoji; "long": it has more tokens than LONGEST.
    """
    typed = [tokens.text[start:end] for start, end in words(tokens.text)]
    foreign = sum(bool(LETTER.search(word)) and not KNOWN_LETTER.search(word) for word in typed)
    bare = sum(not LETTER.search(word) for word in typed)
    if foreign > MUCH * len(typed):
        return "script"
    if bare > MUCH * len(typed) and len(typed) > FEW:
        return "symbols"
    return "long" if sum(not token.special for token in tokens.tokens) > LONGEST else None
