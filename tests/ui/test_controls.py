"""Controls: each shows what the view says, changes the view before the next run, and follows a link that moves it."""

import pytest
from streamlit.testing.v1 import AppTest

from ui import texts

FIELDS = ("kind", "size", "tau", "causal", "word", "asks")


def panel() -> None:
    """A page with one control of each kind."""
    from dataclasses import dataclass

    import streamlit as st

    from ui import controls, links
    from ui.links import View, choice, flag, real, whole

    @dataclass(frozen=True)
    class Panel(View, page="panel"):
        kind: str = choice("mha", ("mha", "mqa"))
        heads: int = choice(8, (1, 2, 8), texts="panel.kind")
        size: int = whole(3, low=0, high=7)
        tau: float = real(1.0, low=0.0, high=8.0, step=0.5)
        causal: bool = flag(False)
        word: int | None = whole(None, low=0, high=511)
        asks: int = whole(0, low=0, high=511)

    links.arrive("panel")
    view = links.view(Panel)
    controls.menu(view, "kind")
    controls.segments(view, "kind") if view.size == 7 else None
    controls.number(view, "size")
    controls.slider(view, "tau")
    controls.switch(view, "causal")
    controls.pick(view, "word", ["人人", "为", "我", "人人"])
    controls.pick(view, "asks", ["猫", "狗"])
    st.code(f"{view.kind} {view.size} {view.tau} {view.causal} {view.word}")


@pytest.fixture
def shown(monkeypatch) -> AppTest:
    words = {f"panel.{name}.label": name for name in FIELDS} | {
        "panel.kind.shown": "{value}!",
        "panel.kind.mha": "A",
        "panel.kind.mqa": "B",
    }
    for key, text in words.items():
        monkeypatch.setitem(texts.table("en"), key, text)
    return AppTest.from_function(panel).run()


def test_each_control_changes_its_field(shown):
    shown.menu_button[0].click("mqa").run()
    shown.number_input[0].set_value(0).run()
    shown.slider[0].set_value(0.5).run()
    shown.toggle[0].set_value(True).run()
    shown.pills[0].select(3).run()
    assert shown.code[0].value == "mqa 0 0.5 True 3"
    assert shown.query_params == {"kind": "mqa", "size": "0", "tau": "0.5", "causal": "1", "word": "3"}


def test_pill_says_what_is_chosen(shown):
    assert shown.menu_button[0].label == "A!"
    assert shown.menu_button[0].click("mqa").run().menu_button[0].label == "B!"


def test_controls_follow_a_link(shown):
    shown.query_params["size"] = "6"
    shown.query_params["causal"] = "1"
    shown.run()
    assert shown.number_input[0].value == 6
    assert shown.toggle[0].value is True


def test_twins_among_the_words_are_told_apart(shown):
    assert shown.pills[0].options == ["人人 · 1", "为", "我", "人人 · 4"]


def test_word_beyond_the_sentence_selects_none(shown):
    shown.query_params["word"] = "9"
    assert shown.run().pills[0].value is None


def test_word_that_must_be_chosen_is_the_last_of_a_shorter_sentence_and_cannot_be_let_go(shown):
    """Clicked again, the chosen word was let go: the address said asks=None, and /qkv broke."""
    shown.query_params["asks"] = "9"
    shown.run()
    assert shown.pills[1].value == 1
    assert [pills.proto.required for pills in shown.pills] == [False, True]
