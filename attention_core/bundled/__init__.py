"""What the project ships: the bilingual vocabulary, and how to load it."""
from functools import cache
from pathlib import Path

from attention_core.tokens import Tokenizer

_FOLDER = Path(__file__).parent


@cache
def tokenizer() -> Tokenizer:
    """The shipped Chinese-English tokenizer, loaded once."""
    return Tokenizer.load(_FOLDER / "tokenizer.json")
