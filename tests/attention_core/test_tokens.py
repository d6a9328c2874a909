"""The shipped tokenizer: ids, spans, units and their roll-up."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.models import BPE

from attention_core.bundled import tokenizer
from attention_core.tokens import BYTES, CLS, MASK, PAD, READINGS, SEP, SPECIAL, UNK, Tokenizer
from attention_core.words import is_blank

NASTY = "<s>2024年1月，人人为我👨‍👩‍👧‍👦 𠮷野家 &lt; $x$ _a_ 我为人人 [PAD] [PAD]"


@pytest.fixture(scope="module")
def shipped():
    return tokenizer()


def typed(tokens):
    return [unit.text for unit in tokens.units if not unit.special]


def test_special_tokens_are_the_first_five_ids(shipped):
    assert (PAD, CLS, SEP, MASK, UNK) == (0, 1, 2, 3, 4)
    assert [shipped.piece(number) for number in range(5)] == ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"]
    assert [shipped.piece(BYTES[byte]) for byte in (0, 0xE9, 255)] == ["<0x00>", "<0xE9>", "<0xFF>"]
    assert shipped.n_pieces == 8192


def test_the_tutorials_sentence(shipped):
    tokens = shipped.read("我喜欢在晴天去北京的故宫游览")
    assert tokens.unit_labels == ("[CLS]", "我", "喜欢", "在", "晴天", "去", "北京", "的", "故宫", "游览", "[SEP]")
    pieces = shipped.read("我喜欢在晴天去北京的故宫游览", reading="subwords")
    assert pieces.unit_labels == pieces.labels == tokens.labels
    assert pieces.labels == ("[CLS]", "我", "喜欢", "在", "晴", "天", "去", "北京", "的", "故", "宫", "游", "览", "[SEP]")
    characters = shipped.read("我喜欢在晴天去北京的故宫游览", reading="characters", special=False)
    assert characters.unit_labels == tuple("我喜欢在晴天去北京的故宫游览")
    assert len(set(characters.ids)) == 14


def test_words_and_subwords_have_the_same_tokens(shipped):
    assert shipped.read(NASTY, reading="words").tokens == shipped.read(NASTY, reading="subwords").tokens


def test_cat_and_mouse_are_the_same_pieces(shipped):
    one, other = shipped.read("猫追老鼠"), shipped.read("老鼠追猫")
    assert typed(one) == ["猫", "追", "老鼠"]
    assert typed(other) == ["老鼠", "追", "猫"]
    assert sorted(one.ids) == sorted(other.ids)


def test_nasty_sentence_in_words(shipped):
    expected = "< s > 2024 年 1 月 ， 人人为我 👨‍👩‍👧‍👦 𠮷 野 家 & lt ; $ x $ _ a _ 我为人人 [ PAD ] [ PAD ]"
    tokens = shipped.read(NASTY)
    assert typed(tokens) == expected.split(" ")
    assert set(tokens.ids).isdisjoint({PAD, MASK, UNK})


def test_a_hidden_word_is_masked_piece_by_piece_and_still_shown(shipped):
    read = shipped.read("我去故宫", reading="words")
    place = read.unit_labels.index("故宫")
    hidden = read.hide(place)
    unit = read.units[place]
    assert hidden.ids[unit.first : unit.last] == (MASK,) * (unit.last - unit.first)
    assert hidden.ids[: unit.first] + hidden.ids[unit.last :] == read.ids[: unit.first] + read.ids[unit.last :]
    assert hidden.unit_labels == read.unit_labels


@pytest.mark.parametrize("text", ["[CLS] 我 [MASK] 北京 [SEP]", "<|endoftext|>", "[PAD][UNK]", "<0x41>", "<s></s>"])
@pytest.mark.parametrize("reading", READINGS)
def test_typed_special_tokens_are_plain_text(shipped, text, reading):
    tokens = shipped.read(text, reading=reading, special=False)
    assert not set(tokens.ids) & set(range(len(SPECIAL)))
    assert not any(token.special for token in tokens.tokens)
    assert "".join(token.text for token in tokens.tokens) == text.replace(" ", "")


@pytest.mark.parametrize(("text", "size"), [("㙓", 3), ("龘", 3), ("𠮷", 4), ("👨‍👩‍👧‍👦", 25), ("🇨🇳", 8)])
def test_a_character_cut_into_bytes_keeps_its_text(shipped, text, size):
    tokens = shipped.read("我" + text, reading="subwords", special=False)
    assert tokens.labels == ("我", *(f"{text}·{number}/{size}" for number in range(1, size + 1)))
    assert all((token.text, token.start, token.end) == (text, 1, 1 + len(text)) for token in tokens.tokens[1:])
    assert bytes(number - BYTES[0] for number in tokens.ids[1:]).decode() == text
    assert [(unit.first, unit.last) for unit in shipped.read("我" + text, special=False).units] == [(0, 1), (1, 1 + size)]


def test_clusters_are_whole_in_character_reading(shipped):
    tokens = shipped.read("👨‍👩‍👧‍👦🇨🇳👍🏽😀😀😀é", reading="characters", special=False)
    assert tokens.unit_labels == ("👨‍👩‍👧‍👦", "🇨🇳", "👍🏽", "😀", "😀", "😀", "é")


def test_traditional_text_is_shown_as_typed(shipped):
    assert shipped.read("我喜歡去故宮").unit_labels == ("[CLS]", "我", "喜歡", "去", "故宮", "[SEP]")
    assert typed(shipped.read("㙓 龘 饕餮")) == ["㙓", "龘", "饕餮"]


def test_the_start_of_a_spelled_word_is_another_piece_than_its_inside(shipped):
    numbers = shipped.read("in begin", cut=[(0, 2), (3, 8)], special=False)
    assert shipped.piece(numbers.ids[0]) == "▁in"
    letters = shipped.read("aa 我我", reading="characters", special=False)
    assert [shipped.piece(number) for number in letters.ids] == ["▁a", "a", "我", "我"]


def test_a_typed_word_mark_is_a_sign_of_its_own(shipped):
    tokens = shipped.read("▁the", reading="subwords", special=False, cut=[(0, 4)])
    assert tokens.labels[0] == "▁"
    assert "".join(tokens.labels[1:]) == "the"


@pytest.mark.parametrize("text", ["", "   ", "\u3000", "\n", "\u200b"])
@pytest.mark.parametrize("reading", READINGS)
def test_nothing_to_read(shipped, text, reading):
    assert shipped.read(text, reading=reading).ids == (CLS, SEP)
    assert shipped.read(text, reading=reading).is_empty
    assert shipped.read(text, reading=reading, special=False).units == ()
    assert not shipped.read(text + "。", reading=reading).is_empty


def test_blanks_belong_to_no_token_but_are_counted(shipped):
    tokens = shipped.read(" 我\u3000 爱 ", special=False)
    assert [(token.text, token.start, token.end) for token in tokens.tokens] == [("我", 1, 2), ("爱", 4, 5)]


def test_pair(shipped):
    tokens = shipped.read("我爱", pair="cats love 我", reading="words")
    assert tokens.unit_labels == ("[CLS]", "我", "爱", "[SEP]", "cats", "love", "我", "[SEP]")
    cats = tokens.units[4]
    assert ("cats love 我"[cats.start : cats.end], cats.segment) == ("cats", 1)
    assert [unit.segment for unit in tokens.units] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert tokens.segment == (0,) * tokens.units[3].last + (1,) * (len(tokens.tokens) - tokens.units[3].last)
    assert [(token.start, token.end) for token in tokens.tokens if token.special] == [(0, 0), (2, 2), (11, 11)]
    assert tokens.pair == "cats love 我"


def test_readers_own_cut(shipped):
    text = "南京市长江大桥"
    assert typed(shipped.read(text, cut=[(0, 2), (2, 5), (5, 7)])) == ["南京", "市长江", "大桥"]
    assert typed(shipped.read("约 1 000 人", cut=[(0, 1), (2, 7), (8, 9)])) == ["约", "1 000", "人"]


@pytest.mark.parametrize(
    ("cut", "message"),
    [
        ([(0, 2), (1, 3)], "word 1:3 starts before 2 or ends after 4"),
        ([(0, 5)], "word 0:5 starts before 0 or ends after 4"),
        ([(0, 2), (2, 3)], "word 2:3 shows nothing"),
        ([(2, 2)], "word 2:2 shows nothing"),
    ],
)
def test_impossible_cuts(shipped, cut, message):
    with pytest.raises(ValueError, match=message):
        shipped.read("我们 好", cut=cut)


def test_unknown_reading_and_id(shipped):
    with pytest.raises(ValueError, match="reading 'letters' is none of words, subwords, characters"):
        shipped.read("我", reading="letters")
    with pytest.raises(ValueError, match="id 8192 in a vocabulary of 8192 pieces"):
        shipped.piece(8192)


def test_a_foreign_vocabulary_is_refused():
    with pytest.raises(ValueError, match="are expected"):
        Tokenizer(HuggingFaceTokenizer(BPE({"a": 0}, [])))


@settings(max_examples=200, deadline=None)
@given(
    st.text(st.characters() | st.sampled_from("我喜歡北京龘ab▁é1.'-_ \u3000\u0301\u200d\ufe0f👨👩🇨🇳🏽\ud800\0")),
    st.sampled_from(READINGS),
)
def test_every_character_that_shows_is_in_exactly_one_place(text, reading):
    tokens = tokenizer().read(text, reading=reading, special=False)
    assert all(text[token.start : token.end] == token.text for token in tokens.tokens)
    assert all(text[unit.start : unit.end] == unit.text for unit in tokens.units)
    assert [number for unit in tokens.units for number in range(unit.first, unit.last)] == list(range(len(tokens.tokens)))
    before = 0
    for token in tokens.tokens:
        if token.part is None or token.part[0] == 1:
            assert is_blank(text[before : token.start])
            before = token.end
        else:
            assert token.end == before
    assert is_blank(text[before:])
    assert UNK not in tokens.ids


def test_roll_up_by_hand(shipped):
    tokens = shipped.read("晴天去", special=False)
    assert tokens.labels == ("晴", "天", "去")
    assert tokens.unit_labels == ("晴天", "去")
    weights = torch.tensor([[0.5, 0.3, 0.2], [0.1, 0.3, 0.6], [0.2, 0.1, 0.7]])
    torch.testing.assert_close(tokens.roll_up(weights), torch.tensor([[0.6, 0.4], [0.3, 0.7]]))
    torch.testing.assert_close(tokens.roll_up_rows(weights), torch.tensor([[0.3, 0.3, 0.4], [0.2, 0.1, 0.7]]))


@pytest.mark.parametrize("reading", READINGS)
def test_rolled_up_rows_sum_to_one(shipped, reading):
    tokens = shipped.read(NASTY, reading=reading)
    generator = torch.Generator().manual_seed(5)
    weights = torch.rand(2, 3, len(tokens.ids), len(tokens.ids), generator=generator).softmax(-1)
    rolled = tokens.roll_up(weights)
    assert rolled.shape == (2, 3, len(tokens.units), len(tokens.units))
    torch.testing.assert_close(rolled.sum(-1), torch.ones(2, 3, len(tokens.units)))


def test_what_is_not_finite_stays_in_its_word(shipped):
    tokens = shipped.read("晴天去", special=False)
    weights = torch.full((3, 3), 1 / 3)
    weights[2, 0] = torch.nan
    assert tokens.roll_up(weights).isnan().tolist() == [[False, False], [True, False]]
    scores = torch.zeros(3, 5)
    scores[0, 1] = -torch.inf
    assert tokens.roll_up_rows(scores).isinf().nonzero().tolist() == [[0, 1]]


def test_roll_up_in_half_precision_past_256_words(shipped):
    """Guards against word numbers rounded to bfloat16, which has 8 bits for them."""
    tokens = shipped.read("晴天 " * 300, special=False)
    rolled = tokens.roll_up(torch.eye(600, dtype=torch.bfloat16))
    torch.testing.assert_close(rolled, torch.eye(300, dtype=torch.bfloat16))


def test_roll_up_needs_one_row_for_each_token(shipped):
    with pytest.raises(ValueError, match="2 values for 3 tokens"):
        shipped.read("晴天去", special=False).roll_up(torch.eye(2))
