import gzip

from attention_core.bundled import tokenizer
from training.treebank import Word, read_treebank, read_words

FILE = """# text = Go!
1-2 Go! _ _ _ _ _ _ _ _
1 Go go VERB VB _ 0 root _ _
2 ! ! PUNCT . _ 1 punct _ _


1 No no INTJ UH _ 0 nmod:tmod _ _""".replace(" ", "\t").replace("#\ttext", "# text")


def test_ranges_are_no_words_and_the_last_sentence_needs_no_empty_line(tmp_path):
    path = tmp_path / "some.conllu"
    path.write_text(FILE, encoding="utf-8")
    packed = tmp_path / "some.conllu.gz"
    packed.write_bytes(gzip.compress(FILE.encode()))
    expected = [
        [Word("Go", "VERB", "VB", 0, "root"), Word("!", "PUNCT", ".", 1, "punct")],
        [Word("No", "INTJ", "UH", 0, "nmod:tmod")],
    ]
    assert list(read_treebank(path)) == list(read_treebank(packed)) == expected
    assert expected[1][0].base == "nmod"


def test_words_are_read_as_given():
    """The app would read 不 and 喜欢 apart, and don't as one."""
    read = read_words(["不喜欢", "do", "n't"], tokenizer())
    assert [unit.text for unit in read.units if not unit.special] == ["不喜欢", "do", "n't"]
