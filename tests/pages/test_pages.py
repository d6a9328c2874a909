"""Every page in every language, started from app.py, with a real interaction; and what the frame owes to each of them."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui import frame, texts

APP = Path(__file__).parents[2] / "app.py"
LESSONS = frame.existing()
PAGES = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
LANGUAGES = pytest.mark.parametrize("language", sorted(texts.LANGUAGES))


def opened(lesson: frame.Lesson, **query: str) -> AppTest:
    """A page as a visitor who followed a link sees it."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params.update(query)
    app.run()
    if lesson.path:
        app.switch_page(f"pages/{lesson.key}.py").run()
    return app


def assert_sound(app: AppTest) -> None:
    assert not app.exception
    assert not app.error


@PAGES
@LANGUAGES
def test_page_speaks_its_language_and_switches(lesson, language):
    app = opened(lesson, lang=language)
    assert_sound(app)
    assert app.title[0].value == texts.table(language)[f"{lesson.key}.title"]
    other = next(code for code in texts.LANGUAGES if code != language)
    app.button(key="frame.language").click().run()
    assert_sound(app)
    assert app.title[0].value == texts.table(other)[f"{lesson.key}.title"]
    assert app.query_params["lang"] == other


@PAGES
@LANGUAGES
def test_first_control_of_the_page_moves_its_view(lesson, language):
    app = opened(lesson, lang=language)
    control = app.menu_button[0]
    option = next(option for option in control.options if not option.startswith("✓"))
    control.click_index(control.options.index(option)).run()
    assert_sound(app)
    assert app.menu_button[0].options != control.options
    assert control.key.partition(".")[2] in app.query_params


@PAGES
def test_every_tool_is_on_every_page(lesson):
    app = opened(lesson, lang="en")
    assert {"frame.language", "frame.projector"} <= {button.key for button in app.button}
    assert "lang=en" in app.get("popover")[0].code[0].value
    assert [link.label for link in app.sidebar.get("page_link")] == [texts.table("en")[f"{each.key}.name"] for each in LESSONS]


@PAGES
def test_lessons_lead_on_with_language_projector_and_text(lesson):
    app = opened(lesson, lang="en", projector="1", text="老鼠追猫")
    for link in app.get("page_link"):
        assert {"lang=en", "projector=1"} <= set(link.proto.query_string.split("&"))
        assert "text=%E8%80%81%E9%BC%A0%E8%BF%BD%E7%8C%AB" in link.proto.query_string


@pytest.mark.parametrize("lesson", LESSONS[1:], ids=lambda lesson: lesson.key)
def test_page_change_without_address_keeps_what_is_shared(lesson):
    """Streamlit's own navigation drops the query parameters."""
    app = opened(LESSONS[0], lang="zh", projector="1", text="")
    app.query_params.clear()
    app.switch_page(f"pages/{lesson.key}.py").run()
    assert {name: app.query_params[name] for name in ("lang", "projector", "text")} == {
        "lang": "zh",
        "projector": "1",
        "text": "",
    }


@pytest.mark.parametrize("lesson", LESSONS[1:], ids=lambda lesson: lesson.key)
def test_first_visitor_may_come_by_a_link_to_any_page(lesson):
    """A server that has not met st.navigation yet ran the page file without its frame."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.switch_page(f"pages/{lesson.key}.py").run()
    assert_sound(app)
    assert app.sidebar.get("page_link")


@pytest.mark.parametrize(("locale", "language"), [("zh-CN", "zh"), ("zh-Hant-TW", "zh"), ("en-GB", "en"), ("fr", "en")])
def test_browsers_language_comes_first(locale, language):
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.context["locale"] = locale
    app.run()
    assert app.title[0].value == texts.table(language)["playground.title"]


@LANGUAGES
def test_bad_link_gets_one_clear_sentence(language):
    app = opened(LESSONS[0], lang=language, projector="yes", text="$x$")
    assert_sound(app)
    assert [warning.value for warning in app.warning] == [texts.table(language)["frame.bad_link"].format(items=r"projector\=yes")]


NASTY = "<s>2024年1月，人人为我👨‍👩‍👧‍👦 𠮷野家 &lt; $x$ _a_ 我为人人 [PAD] [PAD]"


@PAGES
@pytest.mark.parametrize(
    "text",
    ["", " ", "\u3000", "。", "我", NASTY, "1 2 3", "我" * 600],
    ids=["empty", "blank", "wide", "mark", "one", "nasty", "numbers", "long"],
)
def test_any_text_may_be_typed(lesson, text):
    assert_sound(opened(lesson, lang="zh", text=text))


def test_gqa_and_heads_without_groups_are_not_offered_together():
    def offered(name: str) -> list[str]:
        return [option.strip("✓\u2003 ") for option in app.menu_button(key=f"playground.{name}").options]

    app = opened(LESSONS[0], lang="en", weights="random", kind="gqa")
    assert_sound(app)
    assert offered("heads") == ["4", "6", "8", "12", "16"]
    app = opened(LESSONS[0], lang="en", weights="random", heads="3")
    assert not any("GQA" in option for option in offered("kind"))
    app = opened(LESSONS[0], lang="en", weights="random", kind="gqa", heads="3")  # only a link can ask for both
    assert_sound(app)
    assert "kind" in app.warning[0].value


@pytest.mark.parametrize(("key", "query", "is_told"), [
    ("playground", {}, True), ("heads", {}, True), ("playground", {"weights": "random"}, False),
    ("playground", {"reading": "characters"}, False),
])  # fmt: skip
@LANGUAGES
def test_a_text_that_the_trained_models_were_not_made_for_is_said(key, query, is_told, language):
    lesson = next(lesson for lesson in LESSONS if lesson.key == key)
    app = opened(lesson, lang=language, text="Me gusta visitar la Ciudad Prohibida en los días soleados.", **query)
    assert_sound(app)
    assert (texts.table(language)["errors.depth.words"] in [info.value for info in app.info]) == is_told
    app = opened(lesson, lang=language, text="I like to visit the palace in Beijing on sunny days", **query)
    assert not app.info
