"""The texts: both languages say the same things, nothing is unused or missing, and what somebody typed stays letter by letter."""

import ast
import html
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from streamlit.string_util import extract_leading_icon

import ui.questions
from ui import frame, links, texts, views  # noqa: F401 - views registers the views of the pages

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "app.py", *sorted((ROOT / "ui").rglob("*.py")), *sorted((ROOT / "pages").glob("*.py"))]
PLACEHOLDER = re.compile(r"(?<!\{)\{([a-z_]+)\}(?!\})")


def asked_for() -> tuple[set[str], set[str]]:
    """The keys given to `t` in the source: whole ones, and patterns for those that an f-string completes."""
    whole, patterns = set(), set()
    for source in SOURCES:
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == "t" and call.args:
                keys, shapes = keys_in(call.args[0])
                whole |= keys
                patterns |= shapes
    return whole, patterns


def keys_in(node: ast.expr) -> tuple[set[str], set[str]]:
    if isinstance(node, ast.Constant):
        return {node.value}, set()
    if isinstance(node, ast.IfExp):
        first, second = keys_in(node.body), keys_in(node.orelse)
        return first[0] | second[0], first[1] | second[1]
    if isinstance(node, ast.JoinedStr):
        first = ".+" if isinstance(node.values[0], ast.FormattedValue) else re.escape(node.values[0].value)
        rest = (re.escape(part.value) if isinstance(part, ast.Constant) else "[^.]+" for part in node.values[1:])
        return set(), {"".join([first, *rest])}
    return set(), set()


def literals() -> set[str]:
    """Every string that stands in the source."""
    nodes = (node for source in SOURCES for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def of_lessons() -> set[str]:
    """What the frame asks of every lesson."""
    return {f"{lesson.key}.{part}" for lesson in frame.existing() for part in ("name", "title", "idea")}


def of_views() -> tuple[set[str], set[str]]:
    """What the controls must find for every field with worded options, and what they may ask of any field."""
    must, may = set(), set()
    for view in links.View.pages.values():
        for name in links.defaults(view):
            form = links.form(view, name)
            family = f"{form.texts or view.page}.{name}"
            may |= {f"{family}.label", f"{family}.shown"}
            if name == "device":
                must |= {f"{family}.{kind}" for kind in ("cpu", "cuda", "mps")}  # whatever this machine has
            elif isinstance(form, links.Choice):
                must |= {f"{family}.{option}" for option in form.allowed() if isinstance(option, str)}
    return must, may


def of_questions() -> set[str]:
    """The keys of the questions of all pages."""
    modules = [importlib.import_module(f"ui.questions.{found.name}") for found in pkgutil.iter_modules(ui.questions.__path__)]
    return {question.key for module in modules for question in module.QUESTIONS}


def test_both_languages_have_the_same_files_and_keys():
    assert [file.name for file in texts.files("zh")] == [file.name for file in texts.files("en")]
    assert sorted(texts.table("zh")) == sorted(texts.table("en"))


def test_placeholders_are_the_same_in_both_languages():
    for key, text in texts.table("zh").items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(texts.table("en")[key])), key


def test_every_key_that_is_asked_for_exists():
    table = texts.table("en")
    whole, patterns = asked_for()
    assert sorted((whole | of_lessons()) - set(table)) == []
    for pattern in patterns:
        assert any(re.fullmatch(pattern, key) for key in table), pattern
    for question in of_questions():
        assert {f"{question}.ask", f"{question}.because"} <= set(table)


def test_every_option_with_a_control_has_its_text():
    """A field has a control once it has a label; then all its options must read as words."""
    table, (must, _) = texts.table("en"), of_views()
    with_control = {key for key in must if f"{key.rpartition('.')[0]}.label" in table}
    assert sorted(with_control - set(table)) == []


def test_no_text_is_unused():
    whole, patterns = asked_for()
    named = [pattern for pattern in patterns if re.match(r"[a-z_]+\\\.", pattern)]  # the others could be anything
    wide = [pattern for pattern in named if re.fullmatch(r"[a-z_]+\\\.\[\^\.\]\+", pattern)]  # fits every text of a page
    spelled = literals()
    must, may = of_views()
    known = whole | of_lessons() | must | may
    questions = of_questions()
    unused = [
        key
        for key in texts.table("en")
        if key not in known
        and not any(re.fullmatch(pattern, key) for pattern in set(named) - set(wide))
        and not (key.partition(".")[2] in spelled and any(re.fullmatch(pattern, key) for pattern in wide))
        and not any(key.startswith(f"{question}.") for question in questions)
    ]
    assert unused == []


def test_glossary_terms_exist_and_are_used():
    named = {
        term for language in texts.LANGUAGES for text in raw_texts(language).values() for term, _ in texts.TERM.findall(text)
    }
    assert named <= set(texts.glossary())
    for language in texts.LANGUAGES:
        prose = " ".join(texts.table(language).values()).lower()
        assert [name for name, term in texts.glossary().items() if term[language] not in prose] == []


def test_english_term_stands_at_most_once_on_a_page():
    for file in texts.files("zh"):
        named = [term for text in texts.raw(file).values() for term, first in texts.TERM.findall(text) if first]
        assert len(named) == len(set(named)), file.name


def test_no_second_word_for_a_term():
    for key, text in texts.table("zh").items():
        for term in texts.glossary().values():
            assert not [word for word in term.get("avoid", []) if word in text], key


def test_first_use_adds_the_english_term_only_in_chinese():
    filled = texts._fill("[[dot_product+]] · [[dot_product]]", "zh")
    assert filled == "点积（dot product） · 点积"
    assert texts._fill("[[dot_product+]]", "en") == "dot product"


def test_text_is_formatted_only_when_values_are_given(monkeypatch):
    monkeypatch.setattr(texts, "table", lambda language: {"a.b": r"$\frac{1}{2}$", "a.c": "{n} heads"})
    assert texts.t("a.b") == r"$\frac{1}{2}$"
    assert texts.t("a.c", n=3) == "3 heads"


def test_unknown_key_is_named():
    with pytest.raises(KeyError, match=r"playground\.nowhere"):
        texts.t("playground.nowhere")


@given(st.text(alphabet=st.sampled_from(list("$_*`[]()<>:#|~^&!\\=-+.1a 我 ")), max_size=30))
def test_typed_text_is_shown_letter_by_letter(typed):
    shown = MarkdownIt().renderInline(texts.literal(typed))
    assert html.unescape(shown).replace(texts.BREAK, "").strip() == typed.strip()


@pytest.mark.parametrize(
    "typed", ["$x$", "_a_", ":smile:", ":red[hi]", "1. a", "<b>x</b>", ":material/home:", "a -> b", "[x](y)"]
)
def test_signs_of_markdown_are_escaped(typed):
    assert not re.search(r"(?<!\\)[$_:\[\]<>`*]", texts.literal(typed))


@pytest.mark.parametrize(
    ("typed", "shown"), [("a\0b", "a␀b"), ("\a", "␇"), ("\x1b\x7f", "␛␡"), ("a\u202eb", "a‹202E›b"), ("a\r\n\t", "a⏎⇥")]
)
def test_control_characters_are_seen_and_do_nothing(typed, shown):
    assert texts.literal(typed) == shown


@pytest.mark.parametrize("typed", ["😀", "😀 · 3", "👨‍👩‍👧‍👦", "🇨🇳", "👍🏽", "1️⃣", "☀️", "©", "㊗️", "⭐ :smile:"])
def test_an_emoji_in_front_stays_in_the_text(typed):
    assert extract_leading_icon(texts.literal(typed)) == ("", texts.literal(typed))
    assert texts.literal(typed).replace(texts.BREAK, "").startswith(typed[0])


@pytest.mark.parametrize("typed", ["king", "King", "5", "我", "é", ""])
def test_plain_words_are_left_alone(typed):
    assert texts.literal(typed) == typed


def raw_texts(language: str) -> dict[str, str]:
    return {key: text for file in texts.files(language) for key, text in texts.raw(file).items()}
