"""/qkv and the path, started from app.py: the walk, the tables, the five questions."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from attention_core.walk import STEPS
from ui import texts
from ui.lessons.qkv.numbers import LARGEST, ORIGINAL, edited, written

APP = Path(__file__).parents[2] / "app.py"
LANGUAGES = pytest.mark.parametrize("language", sorted(texts.LANGUAGES))


def opened(**query: str) -> AppTest:
    """The page as a visitor who followed a link sees it."""
    app = AppTest.from_file(str(APP), default_timeout=120).run()
    app.switch_page("pages/qkv.py")
    app.query_params.clear()
    app.query_params.update(query)
    return app.run()


def assert_sound(app: AppTest) -> None:
    assert not app.exception
    assert not app.error


def step_on_screen(app: AppTest) -> int:
    return round(app.get("progress")[0].value * len(STEPS) / 100)


@LANGUAGES
def test_the_whole_walk_forth_and_back(language):
    app = opened(lang=language, text="猫追老鼠", mask="causal")
    for place in range(1, len(STEPS)):
        app.button(key="qkv.next").click().run()
        assert_sound(app)
        assert step_on_screen(app) == place + 1
    assert app.button(key="qkv.next").disabled
    app.button(key="qkv.back").click().run()
    assert step_on_screen(app) == len(STEPS) - 1
    assert app.query_params["step"] == str(len(STEPS) - 2)


def test_the_tutorials_dot_product_is_on_screen():
    app = opened(lang="en", example="numbers", step="4")
    assert_sound(app)
    assert r"1 \cdot 4 + 2 \cdot 5 + 3 \cdot 6" in app.latex[0].value
    assert any("@ key.transpose" in code.value for code in app.code)


def test_another_word_asks():
    app = opened(lang="en", example="numbers", step="4")
    app.pills(key="qkv.query").select(2).run()
    assert_sound(app)
    assert r"\alpha_{3,2}" in app.latex[0].value
    assert app.query_params["query"] == "2"


def test_edited_tables_are_rebuilt_from_the_link():
    example, _ = edited(ORIGINAL, {"to_query": {(1, 2): "-4"}, "allowed": {(0, 1): False}})
    app = opened(lang="en", example="numbers", table=written(example), step="4")
    assert_sound(app)
    assert app.data_editor[1].value.iloc[1].tolist() == ["1", "2", "-4"]
    assert r"1 \cdot 4 + 2 \cdot 5 + (-4 \cdot 6)" in app.latex[0].value


@LANGUAGES
def test_a_bad_cell_gets_one_sentence(language):
    app = opened(lang=language, example="numbers", step="4")
    app.session_state[app.data_editor[1].key] = {"edited_rows": {1: {"3": "abc"}}, "added_rows": [], "deleted_rows": []}
    app.run()
    assert_sound(app)
    table = texts.table(language)
    values = {"table": table["qkv.table.to_query"], "row": 2, "column": 3, "typed": "abc", "kept": "3", "limit": f"{LARGEST:g}"}
    assert [warning.value for warning in app.warning] == [table["qkv.bad_cell"].format(**values)]
    assert r"3 \cdot 6" in app.latex[0].value


def test_a_link_with_a_broken_table_opens_the_original():
    app = opened(lang="en", example="numbers", table="1_2_x~", step="4")
    assert_sound(app)
    assert r"= \boldsymbol{32}" in app.latex[0].value


def test_sections_stand_in_the_sidebar_in_the_order_of_the_tutorial():
    captions = [caption.value for caption in opened(lang="en").sidebar.caption]
    assert captions == sorted(captions)
    assert texts.table("en")["path.section.self_attention"] in captions


def test_a_lesson_is_done_once_all_its_questions_are_answered():
    app = opened(lang="en", text="猫追老鼠")
    link = next(link for link in app.sidebar.get("page_link") if link.label == texts.table("en")["qkv.name"])
    assert not link.proto.icon
    for name, guess in {"outputs": "1", "reached": "1", "shifted": "more", "doubled": "same"}.items():
        app.pills(key=f"qkv.question.{name}").select(guess)
    app.run()
    link = next(link for link in app.sidebar.get("page_link") if link.label == texts.table("en")["qkv.name"])
    assert link.proto.icon == ":material/check_circle:"


@LANGUAGES
def test_five_questions_before_and_after_show_the_gain(language):
    app = opened(lang=language, text="猫追老鼠")
    table = texts.table(language)
    app.button(key="path.open").click().run()
    assert app.button(key="path.take").disabled
    answer(app, "before", right=False)
    app.button(key="path.open").click().run()
    app.button(key="path.start").click().run()
    app.button(key="path.open").click().run()
    answer(app, "after", right=True)
    app.button(key="path.open").click().run()
    assert_sound(app)
    gain = table["path.gain"].format(before=0, after=5, all=5)
    assert gain in [markdown.value for markdown in app.markdown]


RIGHT = {"reach": "one", "sum": "1", "order": "no", "shared": "1", "causal": "2"}
WRONG = {"reach": "many", "sum": "0", "order": "yes", "shared": "2", "causal": "1"}


def answer(app: AppTest, stage: str, *, right: bool) -> None:
    """Guess all five, every one right or every one wrong, and hand in."""
    for name, guess in (RIGHT if right else WRONG).items():
        app.pills(key=f"path.question.{name}.{stage}").select(guess)
    app.button(key="path.open").click().run()
    app.button(key="path.take").click().run()


def test_a_table_in_a_link_that_is_none_is_not_called_changed():
    badge = f"**{texts.table('en')['frame.changed']}**"

    def is_called_changed(table: str) -> bool:
        app = opened(lang="en", example="numbers", table=table)
        assert_sound(app)
        return any(badge in text.value for text in app.markdown)

    changed = ORIGINAL.inputs.clone()
    changed[0, 0] = 7
    assert is_called_changed(written(replace(ORIGINAL, inputs=changed)))
    assert not is_called_changed("1_2_3")
