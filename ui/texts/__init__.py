"""All prose of the app: one TOML file per page and language, and one glossary.

A key is the file's name and the path inside it: `t("position.title")` is `title` in `zh/position.toml` or `en/position.toml`.
A term of the glossary is written `[[query]]` in a text; `[[query+]]`, at its first use, adds the English term in Chinese texts.
"""

import re
import tomllib
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

import streamlit as st

LANGUAGES = {"zh": "中文", "en": "EN"}
FOLDER = Path(__file__).parent
TERM = re.compile(r"\[\[([a-z0-9_]+)(\+?)\]\]")
MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&@=/])")
BREAK = "\u2060"  # a word joiner: without width, and no place to break a line
ICON = r"^(?=[©®\u203c-\u23ff\u2440-\u3299\U0001f000-\U0001faff]|[\d#*]\ufe0f?\u20e3)"  # Streamlit takes out an emoji in front
JOINED = re.compile(rf"(?<=[-<>=~])(?=[-<>=])|(?<=(?i:www))(?=\.)|(?<=:)(?=//)|(?=@)|{ICON}")
CONTROLS = {chr(code): chr(0x2400 + code) for code in range(0x20)} | {"\x7f": "␡"}
TURNS = {chr(code): f"‹{code:04X}›" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}  # they reorder what follows
INVISIBLE = CONTROLS | TURNS | {"\n": "⏎", "\r": "", "\t": "⇥"}


_spoken: ContextVar[str | None] = ContextVar("language", default=None)


def use(language: str) -> None:
    """Speak this language from here on in this visitor's session."""
    st.session_state["language"] = language
    _spoken.set(language)  # of this run's thread: a page asks some two hundred times, and the session answers slowly


def language() -> str:
    """The language of this visitor: zh or en."""
    return _spoken.get() or st.session_state.get("language", "en")


def t(key: str, **values: object) -> str:
    """The text of a key in the visitor's language; it is formatted only when values are given, so LaTeX braces are safe.

    What somebody typed goes through `literal` before it is given as a value.
    Raises: KeyError if no text has this key.
    """
    text = table(language())[key]
    return text.format(**values) if values else text


@lru_cache(maxsize=4096)
def literal(text: str) -> str:
    """Any text as Streamlit's Markdown shows it letter by letter: no emphasis, formula, colour, icon, link, tag or control.

    Backslashes keep single signs; a word joiner parts what Streamlit still makes arrows, dashes, links and icons of.
    """
    visible = "".join(INVISIBLE.get(character, character) for character in text)
    return MARKDOWN.sub(r"\\\1", JOINED.sub(BREAK, visible))


@cache
def table(language: str) -> dict[str, str]:
    """Every text of one language by its key, with the glossary's terms filled in."""
    return {key: _fill(text, language) for file in files(language) for key, text in raw(file).items()}


def files(language: str) -> list[Path]:
    """The text files of one language."""
    return sorted((FOLDER / language).glob("*.toml"))


def raw(file: Path) -> dict[str, str]:
    """The texts of one file by their whole key, as written."""
    return dict(_flatten(tomllib.loads(file.read_text(encoding="utf-8")), file.stem))


@cache
def glossary() -> dict[str, dict[str, str]]:
    """The terms by name: `zh`, `en`, and `avoid`, the words that stand for the same thing elsewhere."""
    return tomllib.loads((FOLDER / "glossary.toml").read_text(encoding="utf-8"))


@cache
def samples() -> dict[str, list[str]]:
    """The sample sentences by group, the same in both languages."""
    return tomllib.loads((FOLDER / "samples.toml").read_text(encoding="utf-8"))


def _flatten(branch: dict, path: str):
    for name, value in branch.items():
        key = f"{path}.{name}"
        if isinstance(value, dict):
            yield from _flatten(value, key)
        else:
            yield key, value


def _fill(text: str, language: str) -> str:
    def word(match: re.Match) -> str:
        term = glossary()[match[1]]
        return f"{term['zh']}（{term['en']}）" if match[2] and language == "zh" else term[language]

    return TERM.sub(word, text)
