from training.generations import second_generation
from training.prepare import Corpus, Text, Tree, chinese_tree
from training.treebank import Word


def test_a_traditional_tree_of_2016_becomes_a_simplified_one_of_today():
    words = [
        Word("臺灣", "PROPN", "NNP", 3, "det"),
        Word("的", "PART", "DEC", 1, "case:dec"),
        Word("學生", "NOUN", "NN", 0, "root"),
    ]
    tree = chinese_tree(words, second_generation)
    assert [(word.text, word.label) for word in tree.words] == [("台湾", "nmod"), ("的", "case"), ("学生", "root")]


def test_a_corpus_comes_back_as_it_was_saved(tmp_path):
    corpus = Corpus((Tree("en", (Word("Go", "VERB", "VB", 0, "root"),)),), (Text("zh", "你好"),))
    corpus.save(tmp_path / "deep" / "corpus.json.gz")
    assert Corpus.load(tmp_path / "deep" / "corpus.json.gz") == corpus
