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
SPELLED, MANY_SPELLED = 5, 9  # spelled words from which on they can say whether they are known, and say it well
STRANGE, ALL_BUT_ONE = 0.7, 0.9  # share of them in pieces from which on they are strange: 26 of 2,001 EWT dev sentences
MOSTLY = 2 / 3  # share of the words with letters that are spelled, from which on these decide
KNOWN_LETTER = regex.compile(r"[\p{Han}\p{Latin}]")
LATIN_LETTER = regex.compile(r"\p{Latin}")
LETTER = regex.compile(r"\p{L}")
SENTENCE_SIGN = regex.compile(r"[,.!?;:¿¡，。、！？；：'\"“”‘’「」『』《》…—–-]+")


def out_of_depth(tokens: Tokens) -> Literal["script", "symbols", "words", "long"] | None:
    """Why a text is out of their depth, if it is.

    "script": words in other letters than Chinese and Latin make up MUCH of it; "symbols": signs that are no punctuation do, as in
    code or emoji; "words": most words are spelled, and STRANGE of these are no single piece, as in another language; "long": it
    has more tokens than LONGEST.
    """
    typed = [tokens.text[start:end] for start, end in words(tokens.text)]
    foreign = sum(bool(LETTER.search(word)) and not KNOWN_LETTER.search(word) for word in typed)
    bare = sum(not LETTER.search(word) and not SENTENCE_SIGN.fullmatch(word) for word in typed)
    if foreign > MUCH * len(typed):
        return "script"
    if bare > MUCH * len(typed) and len(typed) > FEW:
        return "symbols"
    if _is_strange(tokens):
        return "words"
    return "long" if sum(not token.special for token in tokens.tokens) > LONGEST else None


def _is_strange(tokens: Tokens) -> bool:
    """Whether nearly all spelled words are cut into pieces. Read by characters, every word is, which says nothing."""
    starts = [token.start for token in tokens.tokens if not token.special and not token.segment]
    lettered = [span for span in words(tokens.text) if LETTER.search(tokens.text[slice(*span)])]
    spelled = [span for span in lettered if LATIN_LETTER.search(tokens.text[slice(*span)])]
    if tokens.reading == "characters" or len(spelled) < max(SPELLED, MOSTLY * len(lettered)):
        return False
    cut = sum(bisect_left(starts, end) - bisect_left(starts, start) > 1 for start, end in spelled)
    return cut >= (STRANGE if len(spelled) >= MANY_SPELLED else ALL_BUT_ONE) * len(spelled)
