import gzip
from pathlib import Path

from training.generations import second_generation
from training.prepare import Corpus, Text, Tree, chinese_tree, gather
from training.texts import CHINESE_TREEBANKS, DEV, ENGLISH_TREEBANK, PAIRS
from training.treebank import Word

DATA = Path(__file__).parent / "data"


def test_a_traditional_tree_of_2016_becomes_a_simplified_one_of_today():
    words = [
        Word("臺灣", "PROPN", "NNP", 3, "det"),
        Word("的", "PART", "DEC", 1, "case:dec"),
        Word("學生", "NOUN", "NN", 0, "root"),
    ]
    tree = chinese_tree(words, second_generation)
    assert [(word.text, word.label) for word in tree.words] == [("台湾", "nmod"), ("的", "case"), ("学生", "root")]


def test_dev_files_are_learned_from_only_when_asked(tmp_path, monkeypatch):
    trees = {
        name: (DATA / f"everyday_{name[:2]}.conllu").read_bytes()
        for name in (*CHINESE_TREEBANKS, ENGLISH_TREEBANK, *DEV.values())
    }
    for name, text in trees.items():
        (tmp_path / name).write_bytes(gzip.compress(text))
    (tmp_path / PAIRS).write_bytes(gzip.compress("Hi.\t你好。\n".encode()))
    monkeypatch.setattr("training.prepare.hsk_sentences", lambda: iter(["我去学校。"]))
    chosen, last = gather(tmp_path), gather(tmp_path, dev=True)
    assert last.trees[: len(chosen.trees)] == chosen.trees
    assert [tree.lang for tree in last.trees[len(chosen.trees) :]] == ["zh"] * 10 + ["en"] * 8
    assert last.texts == chosen.texts == (Text("en", "Hi."), Text("zh", "你好。"), Text("zh", "我去学校。"))


def test_a_corpus_comes_back_as_it_was_saved(tmp_path):
    corpus = Corpus((Tree("en", (Word("Go", "VERB", "VB", 0, "root"),)),), (Text("zh", "你好"),))
    corpus.save(tmp_path / "deep" / "corpus.json.gz")
    assert Corpus.load(tmp_path / "deep" / "corpus.json.gz") == corpus
