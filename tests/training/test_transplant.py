"""Trees made of parts of other trees stay trees, and every word that stays hangs where it hung."""

from random import Random

from tests.trees import reaches_the_root
from training.transplant import pool_of, transplanted
from training.treebank import Word

CAT = (  # 小 猫 喜欢 吃 鱼
    Word("小", "ADJ", "JJ", 2, "amod"),
    Word("猫", "NOUN", "NN", 3, "nsubj"),
    Word("喜欢", "VERB", "VV", 0, "root"),
    Word("吃", "VERB", "VV", 3, "xcomp"),
    Word("鱼", "NOUN", "NN", 4, "obj"),
)
DOG = (  # 邻居 的 大 狗 在 家 睡觉
    Word("邻居", "NOUN", "NN", 4, "nmod"),
    Word("的", "PART", "DEC", 1, "case"),
    Word("大", "ADJ", "JJ", 4, "amod"),
    Word("狗", "NOUN", "NN", 7, "nsubj"),
    Word("在", "ADP", "IN", 6, "case"),
    Word("家", "NOUN", "NN", 7, "obl"),
    Word("睡觉", "VERB", "VV", 0, "root"),
)
POOL = pool_of((CAT, DOG))


def many(words):
    return [transplanted(words, POOL, Random(seed)) for seed in range(400)]


def links(tree):
    """Each word with the word it hangs on and how."""
    return {word.text: (tree[word.head - 1].text if word.head else None, word.label) for word in tree}


def test_the_pool_holds_the_short_parts_that_may_be_swapped():
    assert [word.text for word in POOL["nsubj", "NOUN", True][1]] == ["邻居", "的", "大", "狗"]
    assert [word.head for word in POOL["nsubj", "NOUN", True][1]] == [4, 1, 4, 0]
    assert not any(label in {"root", "xcomp"} for label, _, _ in POOL)


def test_a_subject_becomes_another_one_and_the_rest_hangs_where_it_hung():
    made = [tree for tree in many(CAT) if any(word.text == "狗" for word in tree)]
    assert len(made) > 10
    for tree in made:
        assert links(tree)["狗"] == ("喜欢", "nsubj")
        assert links(tree)["邻居"] == ("狗", "nmod")
        assert "猫" not in links(tree)
        assert links(tree)["吃"] == ("喜欢", "xcomp")


def test_a_part_goes_whole():
    made = [tree for tree in many(DOG) if "家" not in links(tree)]
    assert len(made) > 5
    assert all("在" not in links(tree) for tree in made)


def test_trees_stay_trees_and_are_not_changed_in_place():
    for words in (CAT, DOG):
        assert all(reaches_the_root(tree) for tree in many(words))
    assert CAT[1].text == "猫"


def test_a_tree_that_goes_in_circles_is_left_alone():
    circle = [Word("a", "NOUN", "NN", 2, "nmod"), Word("b", "NOUN", "NN", 1, "nmod")]
    assert all(transplanted(circle, POOL, Random(seed)) == circle for seed in range(100))
