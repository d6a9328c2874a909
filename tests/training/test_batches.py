from collections import Counter
from random import Random

import numpy as np
import pytest
import torch

from attention_core.bundled import tokenizer
from attention_core.tokens import CLS, MASK, PAD, SEP
from training.batches import TOKENS_PER_STEP, UNSEEN, asked, batches, collate, example
from training.grammar import KINDS, LABELS, grammar_of
from training.prepare import Corpus, Text, Tree
from training.relations import FAMILIES, arcs
from training.treebank import Word, read_words

WORDS = (
    Word("Gardeners", "NOUN", "NNS", 2, "nsubj"),
    Word("water", "VERB", "VBP", 0, "root"),
    Word("trees", "NOUN", "NNS", 2, "obj"),
)
NO_PARTS = {"zh": {}, "en": {}}
NO_ARCS = {family: {} for family in FAMILIES}


@pytest.fixture
def corpus():
    chinese = (Word("我们", "PRON", "PRP", 2, "nsubj"), Word("去", "VERB", "VV", 0, "root"), Word("学校", "NOUN", "NN", 2, "obj"))
    texts = tuple(Text("en", f"This is sentence number {n}, one of many.") for n in range(40))
    return Corpus((Tree("en", WORDS), Tree("zh", chinese)) * 20, texts)


def same(one, other):
    return all(
        torch.equal(getattr(one, key), getattr(other, key)) for key in ("ids", "asked", "allowed", "unit", "targets", "grammar")
    )


def test_every_piece_is_asked_where_its_word_looks():
    read = read_words(["Gardeners", "water", "trees"], tokenizer())
    one = asked(read, arcs(WORDS, "en"))
    assert one.unit[0] == 0
    assert one.unit[-1] == 4
    subject, object_ = one.targets[FAMILIES.index("subject")], one.targets[FAMILIES.index("object")]
    assert set(subject[one.unit == 1]) == {2}  # Gardeners -> water
    assert set(subject[(one.unit > 1) & (one.unit < 4)]) == {0}  # the others at [CLS]
    assert set(object_[one.unit == 3]) == {2}
    assert (one.targets[:, [0, -1]] == UNSEEN).all()


def test_the_seed_decides_and_a_run_goes_on_behind_any_batch(corpus):
    source = batches(corpus, tokenizer(), seed=3)
    first = [next(source) for _ in range(4)]
    again = batches(corpus, tokenizer(), seed=3)
    assert all(same(one, next(again)) for one in first)
    later = batches(corpus, tokenizer(), seed=3, after=first[1].place)
    assert all(same(one, next(later)) for one in first[2:])
    assert not same(first[0], next(batches(corpus, tokenizer(), seed=4)))


def test_a_batch_is_not_too_large(corpus):
    source = batches(corpus, tokenizer(), seed=3)
    assert all(next(source).ids.numel() <= TOKENS_PER_STEP for _ in range(4))


def test_padding_is_not_looked_at_and_nothing_is_asked_there():
    long, short = (asked(read_words(words, tokenizer()), NO_ARCS) for words in (["a"] * 11, ["a"] * 3))
    batch = collate([long, short], tokenizer().n_pieces, Random(1), place=(0, 1))
    assert batch.ids.shape == (2, 13)
    assert batch.allowed[1, 0, 0].tolist() == [True] * 5 + [False] * 8
    assert (batch.ids[1, 5:] == PAD).all()
    assert (batch.targets[1, :, 5:] == UNSEEN).all()
    assert (batch.asked[1, 5:] == UNSEEN).all()


def test_whole_words_are_hidden_and_special_tokens_are_not():
    read = read_words(["unbelievable", "extraordinarily"] * 50, tokenizer())
    one = asked(read, NO_ARCS)
    batch = collate([one], tokenizer().n_pieces, Random(2), place=(0, 1), always_mask=True)
    hidden = batch.asked[0] != UNSEEN
    assert 5 < len(set(one.unit[hidden.numpy()])) < 30
    assert all(len(set(hidden[one.unit == word].tolist())) == 1 for word in np.unique(one.unit))
    assert (batch.ids[0][hidden] == MASK).all()
    assert torch.equal(batch.asked[0][hidden], torch.from_numpy(one.ids)[hidden])
    assert batch.ids[0, 0] == CLS
    assert batch.ids[0, -1] == SEP


def test_chinese_comes_in_both_scripts():
    tree = Tree("zh", (Word("参观", "VERB", "VV", 0, "root"), Word("图书馆", "NOUN", "NN", 1, "obj")))
    read = {tuple(example(tree, tokenizer(), Random(seed), NO_PARTS).ids) for seed in range(40)}
    assert tokenizer().read("参观图书馆").ids in read
    assert tokenizer().read("參觀圖書館").ids in read


def test_chinese_comes_with_both_kinds_of_signs():
    tree = Tree("zh", (Word("来", "VERB", "VV", 0, "root"), Word("。", "PUNCT", ".", 1, "punct")))
    signs = Counter(example(tree, tokenizer(), Random(seed), NO_PARTS).ids[-2] for seed in range(200))
    latin, chinese = tokenizer().read(".").ids[1], tokenizer().read("。").ids[1]
    assert set(signs) == {latin, chinese}
    assert 10 < signs[latin] < 60


def test_quotation_marks_of_traditional_script_are_corners_half_of_the_time():
    tree = Tree("zh", (Word("“", "PUNCT", "``", 2, "punct"), Word("来", "VERB", "VV", 0, "root")))
    marks = Counter(example(tree, tokenizer(), Random(seed), NO_PARTS).ids[1] for seed in range(200))
    corner, curly = tokenizer().read("「").ids[1], tokenizer().read("“").ids[1]
    assert set(marks) == {corner, curly}
    assert 15 < marks[corner] < 50


def test_what_is_left_out_is_not_varied():
    tree = Tree(
        "zh",
        (Word("我们", "PRON", "PRP", 2, "nsubj"), Word("去", "VERB", "VV", 0, "root"), Word("北京", "PROPN", "NNP", 2, "obj")),
    )
    parts = {"zh": {("nsubj", "PRON", True): [[Word("猫", "NOUN", "NN", 0, "nsubj")]]}, "en": {}}

    def reads(*without):
        return {tuple(example(tree, tokenizer(), Random(seed), parts, without=without).ids) for seed in range(60)}

    cat, plain = tokenizer().read("猫").ids[1], tokenizer().read("我们去北京").ids
    assert any(cat in ids for ids in reads("words"))
    assert not any(cat in ids for ids in reads("parts"))
    assert plain in reads("words", "parts")
    assert len(reads("words", "parts")) == 2 < len(reads("parts"))  # in both scripts


def test_every_piece_is_asked_for_its_words_grammar():
    read = read_words(["Gardeners", "water", "trees"], tokenizer())
    one = asked(read, arcs(WORDS, "en"), grammar_of(WORDS))
    kinds, labels = one.grammar
    assert [KINDS[kind] for kind in kinds[1:-1]] == [WORDS[unit - 1].kind for unit in one.unit[1:-1]]
    assert [LABELS[label] for label in labels[1:-1]] == [WORDS[unit - 1].label for unit in one.unit[1:-1]]
    assert (one.grammar[:, [0, -1]] == UNSEEN).all()
    assert (asked(read, NO_ARCS).grammar == UNSEEN).all()
