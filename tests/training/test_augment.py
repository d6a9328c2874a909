"""Varied sentences keep true trees: one root, no circle, and the words that were not put in hang where they hung."""

from random import Random

from tests.trees import reaches_the_root
from training.augment import PLACES, SIGHTS, TIMES, varied
from training.treebank import Word

GO = (  # 我 想 去 图书馆
    Word("我", "PRON", "PRP", 2, "nsubj"),
    Word("想", "VERB", "VV", 0, "root"),
    Word("去", "VERB", "VV", 2, "xcomp"),
    Word("图书馆", "NOUN", "NN", 3, "obj"),
)
BORN = (  # 他 在 1998 年 来
    Word("他", "PRON", "PRP", 5, "nsubj"),
    Word("在", "ADP", "IN", 4, "case"),
    Word("1998", "NUM", "CD", 4, "nummod"),
    Word("年", "NOUN", "NNB", 5, "obl"),
    Word("来", "VERB", "VV", 0, "root"),
)


def many(words):
    return [varied(words, Random(seed)) for seed in range(300)]


def test_trees_stay_trees():
    assert all(reaches_the_root(tree) for words in (GO, BORN) for tree, _ in many(words))


def test_a_place_is_put_before_a_place_noun():
    """去图书馆 -> 去北京的图书馆, where the place modifies the noun and is found by the place family."""
    made = [(tree, found) for tree, found in many(GO) if any(word.text == "的" for word in tree)]
    assert len(made) > 50
    for tree, found in made:
        of = next(place for place, word in enumerate(tree, 1) if word.text == "的")
        assert tree[of - 2].text in PLACES
        assert (tree[of - 1].head, tree[of - 2].head) == (of - 1, of + 1)
        assert found["place"][of - 1] == found["modifier"][of - 1] == of + 1
        assert tree[of].base == "obj"
        assert tree[tree[of].head - 1].text == "去"


def test_a_time_is_put_before_a_verb_of_motion():
    made = [(tree, found) for tree, found in many(GO) if any(word.text in TIMES for word in tree)]
    assert len(made) > 50
    for tree, found in made:
        time = next(place for place, word in enumerate(tree, 1) if word.text in TIMES)
        assert tree[found["time"][time] - 1].text == "去"


def test_a_year_becomes_a_time_word():
    shortened = [tree for tree, _ in many(BORN) if not any(word.text == "1998" for word in tree)]
    assert len(shortened) > 50
    assert all(
        tree[-1].text == "来" and tree[-2].text in TIMES and tree[-2].head == len(tree) for tree in shortened if len(tree) == 4
    )


def test_words_are_swapped_within_their_kind():
    sights = {word.text for tree, _ in many(GO) for word in tree if word.base == "obj"}
    assert "图书馆" in sights
    assert len(sights) > 20
    assert sights <= {*SIGHTS, "图书馆"}


def test_the_same_dice_make_the_same_sentence():
    assert varied(GO, Random(7)) == varied(GO, Random(7))
