"""Colours can be read, on white and on the dark page, and told apart."""

import tomllib
from pathlib import Path

import pytest

from figures import theme

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"


def _contrast(one: str, other: str) -> float:
    low, high = sorted((theme.luminance(one), theme.luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", theme.PAGES.values())
@pytest.mark.parametrize("colour", [*theme.HEADS, *(role.colour for role in theme.ROLES.values())])
def test_contrast_is_at_least_3(colour, page):
    assert _contrast(colour, page) >= 3


def test_pages_are_those_of_the_app():
    looks = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
    assert {page: looks[page]["backgroundColor"].upper() for page in theme.PAGES} == theme.PAGES


def test_no_colour_means_two_heads():
    assert len(set(theme.HEADS)) == 16
    assert theme.head_colours(16) == list(theme.HEADS)
    with pytest.raises(ValueError, match="head 16 has no colour of its own: there are 16"):
        theme.head_colour(16)


def test_more_heads_than_colours_share_one():
    assert set(theme.head_colours(17)) == {theme.WEIGHTS}


def test_roles_have_a_second_cue():
    assert len({role.letter for role in theme.ROLES.values()}) == 4
    assert len({role.shape for role in theme.ROLES.values()}) == 4


def test_ink_changes_with_opacity_and_page():
    assert not theme.needs_white_ink("#0072B2", 0.1, page="light")
    assert theme.needs_white_ink("#0072B2", 1, page="light")
    assert theme.needs_white_ink("#0072B2", 0.1, page="dark")
