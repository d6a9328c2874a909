"""Questions: nothing is given away before a guess, and the answer follows the run on screen."""

import pytest
from streamlit.testing.v1 import AppTest

from ui import texts


def quiz() -> None:
    import streamlit as st

    from ui.questions import Question, ask

    question = Question("quiz.largest", lambda run: tuple(run), lambda run: max(run, key=run.get), own_words=True)
    ask([question], st.session_state["run"])


@pytest.fixture
def quiz_page(monkeypatch) -> AppTest:
    words = {"quiz.largest.ask": "Which is largest?", "quiz.largest.because": "{answer} has most."}
    for language in texts.LANGUAGES:
        monkeypatch.setitem(texts.table(language), "quiz.largest.ask", words["quiz.largest.ask"])
        monkeypatch.setitem(texts.table(language), "quiz.largest.because", words["quiz.largest.because"])
    page = AppTest.from_function(quiz)
    page.session_state["run"] = {"$我$": 0.7, "_爱_": 0.3}
    return page.run()


def test_answer_is_hidden_until_a_guess(quiz_page):
    assert not quiz_page.success
    assert not quiz_page.info


def test_right_and_wrong_guesses_both_give_the_reason(quiz_page):
    quiz_page.pills[0].select("$我$").run()
    assert quiz_page.success[0].value == r"Right. \$我\$ has most."
    quiz_page.pills[0].select("_爱_").run()
    assert quiz_page.info[0].value == r"It is **\$我\$**. \$我\$ has most."


def test_answer_follows_the_run(quiz_page):
    quiz_page.pills[0].select("_爱_").run()
    quiz_page.session_state["run"] = {"$我$": 0.2, "_爱_": 0.8}
    quiz_page.run()
    assert quiz_page.success[0].value == r"Right. \_爱\_ has most."
