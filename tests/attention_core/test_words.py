"""Characters and words of texts as typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_core.words import graphemes, is_blank, is_spelled, words


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in words(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我喜欢在晴天去北京的故宫游览", "我 喜欢 在 晴天 去 北京 的 故宫 游览"),
        ("我喜歡去北京的故宮遊覽", "我 喜歡 去 北京 的 故宮 遊覽"),
        ("猫追老鼠", "猫 追 老鼠"),
        ("老鼠追猫", "老鼠 追 猫"),
        ("我爱你", "我 爱 你"),
        ("我愛吃烤鴨", "我 愛 吃 烤鴨"),
        ("人人为我，我为人人", "人人为我 ， 我为人人"),
        ("南京市长江大桥", "南京市 长江大桥"),
        ("下雨天留客天留我不留", "下雨天 留客 天 留 我 不留"),
        ("我喜欢AI和ChatGPT-4o，2024年3.14元！", "我 喜欢 AI 和 ChatGPT-4o ， 2024 年 3.14 元 ！"),
        ("1E1 0x64 1,000 12:30", "1E1 0x64 1,000 12:30"),
        ("I don’t. Don't! U.S. e-mail", "I don’t . Don't ! U.S . e-mail"),
        ("_a_ $x$ snake_case ……", "_ a _ $ x $ snake_case … …"),
        ("<s> &lt; [CLS] <|endoftext|>", "< s > & lt ; [ CLS ] < | endoftext | >"),
        ("㙓龘 𠮷野家", "㙓 龘 𠮷 野 家"),
        ("👨‍👩‍👧‍👦🇨🇳🇨🇳👍🏽😀😀😀", "👨‍👩‍👧‍👦 🇨🇳 🇨🇳 👍🏽 😀 😀 😀"),
        ("1️⃣2️⃣ a3️⃣", "1️⃣ 2️⃣ a 3️⃣"),
        ("葛\U000e0100城", "葛\U000e0100 城"),
        ("食べました。カレー 한국어", "食 べました 。 カレー 한국어"),
        ("　我\u3000\u200b爱\ufeff\n你\x1f", "我 爱 你"),
    ],
)
def test_words_by_hand(text, expected):
    assert cut(text) == expected.split(" ")


def test_traditional_words_are_those_of_the_simplified_text():
    simplified, traditional = "这部电影的导演虽然之前拍过很多烂片", "這部電影的導演雖然之前拍過很多爛片"
    assert words(traditional) == words(simplified)


def test_a_mark_on_a_blank_shows():
    assert cut("a \u0301 b") == ["a", " \u0301", "b"]


@pytest.mark.parametrize("text", ["", " ", "\u3000", "\n\t", "\u200b\ufeff", "\u2800", "\u3164"])
def test_blank_texts_have_no_words_and_no_characters(text):
    assert is_blank(text)
    assert words(text) == graphemes(text) == []


def test_letters_and_digits_are_spelled_others_are_not():
    assert all(map(is_spelled, ["a", "Ω", "4o", "한", "й"]))
    assert not any(map(is_spelled, ["我", "の", "カ", "，", "😀", "▁", ""]))


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters() | st.sampled_from("我爱北京龘aé1.'-_ \u3000\u0301\u200d\ufe0f\u20e3👨👩🇨🇳🏽\ud800\0")))
def test_spans_follow_each_other_and_leave_only_blanks(text):
    for spans in (words(text), graphemes(text)):
        before = 0
        for start, end in [*spans, (len(text), len(text))]:
            assert before <= start <= end
            assert is_blank(text[before:start])
            before = end
    borders = {end for _, end in graphemes(text)}
    assert {end for _, end in words(text)} <= borders
