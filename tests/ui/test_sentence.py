"""The sentence box on the server's side: what is read of a text, counted in tokens. The keys are tested in a browser."""

import pytest

from ui.sentence import LIMIT, fitting


@pytest.mark.parametrize("text", ["", " ", "\u3000\u3000", "\n\t"])
def test_blanks_are_nothing_to_read(text):
    assert fitting(text).n_typed == 0


@pytest.mark.parametrize("text", ["。", "我", "👨‍👩‍👧‍👦"])
def test_one_sign_is_something(text):
    assert fitting(text).text == text
    assert fitting(text).n_typed >= 1


def test_limit_counts_tokens_and_not_spaces():
    text = "我喜欢在晴天去北京的故宫游览，" * 80
    fit = fitting(text)
    assert fit.n_typed > LIMIT >= fit.n_tokens > LIMIT - 8
    assert text.startswith(fit.text)


@pytest.mark.parametrize("reading", ["words", "characters"])
def test_no_character_is_cut(reading):
    fit = fitting("龘" * 40, reading=reading, limit=20)
    assert set(fit.text) == {"龘"}
    assert fit.n_tokens <= 20


def test_text_within_the_limit_is_untouched():
    text = " <s>2024年1月，人人为我 [PAD] "
    assert fitting(text).text == text
