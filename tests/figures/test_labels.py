"""Tokens reach the axis as they are: literal, apart, visible."""

import pytest

from figures import labels


def test_equal_and_number_like_tokens_keep_their_own_places():
    axis = labels.axis(["1", "2024", "1", "1E1"])
    assert axis["type"] == "linear"
    assert axis["tickvals"] == [0, 1, 2, 3]
    assert axis["ticktext"] == ["1", "2024", "1", "1E1"]
    assert axis["range"] == [-0.5, 3.5]


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("<s>", "&lt;s&gt;"),
        ("&lt;", "&amp;lt;"),
        ("$x$", "&#36;x&#36;"),
        ('"it\'s"', "&#34;it&#39;s&#34;"),
        (" ", "␣"),
        ("\u3000", "□"),
        ("\t", "⇥"),
        ("a\nb", "a↵b"),
        ("\x00", "␀"),
        ("\u200b", "‹200B›"),
        ("a\u202eb", "a‹202E›b"),
        ("\u0301", "◌\u0301"),
        ("", "∅"),
        ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
        ("𠮷", "𠮷"),
    ],
)
def test_ticks_show_what_was_typed(token, shown):
    assert labels.ticks([token]) == [shown]


def test_twins_are_numbered_and_others_are_not():
    assert labels.names(["人", "人", "为", "我", "人"]) == ["人 #1", "人 #2", "为", "我", "人 #3"]


def test_long_labels_are_cut_on_the_axis_but_whole_under_the_pointer():
    long = "internationalisation"
    assert labels.ticks([long]) == ["international…"]
    assert labels.names([long]) == [long]


def test_a_cut_never_splits_an_emoji_sequence():
    assert labels.short("abc👨‍👩‍👧", limit=6) == "abc…"


def test_every_second_label():
    assert labels.axis(list("abcde"), every=2)["ticktext"] == ["a", "c", "e"]


def test_width_counts_chinese_as_one_em_and_accents_as_none():
    assert labels.width("故宫") == 2.0
    assert labels.width("e\u0301") == labels.width("e")
