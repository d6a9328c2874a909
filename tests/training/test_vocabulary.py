"""The vocabulary trainer on a few sentences of our own, and the readers of the data files."""

import gzip

import pytest

from attention_core.tokens import Tokenizer
from training.texts import both_scripts, sentence_pairs, treebank_sentences
from training.vocabulary import train

SENTENCES = ["我喜欢北京", "我喜歡北京", "北京的猫喜欢我", "the cat in the garden", "begin in the garden"] * 3


def test_the_same_sentences_give_the_same_vocabulary():
    assert train(SENTENCES, n_pieces=320).to_str() == train(SENTENCES, n_pieces=320).to_str()


def test_frequent_words_are_one_piece_and_rare_characters_bytes():
    tokenizer = Tokenizer(train([*SENTENCES, "龘"], n_pieces=320, least_seen=2))
    tokens = tokenizer.read("北京 the 龘 京北", reading="subwords", special=False)
    assert tokens.labels == ("北京", "the", "龘·1/3", "龘·2/3", "龘·3/3", "京", "北")
    assert tokenizer.piece(tokens.ids[1]) == "▁the"
    assert tokenizer.n_pieces <= 320


def test_no_piece_crosses_a_word():
    vocabulary = train(["我爱他", "in the"] * 50, n_pieces=400).get_vocab()
    assert {"▁in", "▁the"} <= vocabulary.keys()
    assert not {"我爱", "爱他", "▁in▁the"} & vocabulary.keys()


def test_characters_must_fit():
    with pytest.raises(ValueError, match="17 frequent characters do not fit into 270 pieces; 9 have room"):
        train(["abcdefghijklmnop"] * 9, n_pieces=270)


def compressed(path, text):
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_treebanks_with_and_without_a_text_line(tmp_path):
    path = compressed(
        tmp_path / "some.conllu.gz",
        "# text = I don't.\n1\tI\n2-3\tdon't\n2\tdo\n3\tn't\n4\t.\n\n1\t我\t_\n2\t爱\t_\n3\tiPad\t_\n4\t2\t_\n5\t。\t_\n\n",
    )
    assert list(treebank_sentences(path)) == ["I don't.", "我爱iPad 2。"]


def test_sentence_pairs(tmp_path):
    path = compressed(tmp_path / "pairs.tsv.gz", "Hi.\t嗨。\nI won!\t我赢了。\n")
    assert list(sentence_pairs(path)) == [("Hi.", "嗨。"), ("I won!", "我赢了。")]


def test_both_scripts():
    assert both_scripts("我喜歡故宫") == ("我喜欢故宫", "我喜歡故宮")
