import pytest

from attention_core import bundled
from attention_core.bundled.depth import out_of_depth


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("我喜欢在晴天去北京的故宫游览", None),
        ("The cat that chased the mouse was tired.", None),
        ("我喜欢AI和ChatGPT-4o，2024年3.14元！", None),
        ("好！！", None),
        ("Кошка гонится за мышью", "script"),
        ("猫がネズミを追いかける", "script"),
        ("고양이가 쥐를 쫓는다", "script"),
        ("for (i = 0; i < n; i++) { a[i] += 2; }", "symbols"),
        ("😀😀😀👍🏽🇨🇳", "symbols"),
        ("Me gusta visitar la Ciudad Prohibida en los días soleados.", "words"),
        ("Ich gehe morgen mit meinen Freunden in den Park.", "words"),
        ("Tôi thích đi thăm Cố Cung ở Bắc Kinh.", "words"),
        ("Saya suka mengunjungi istana di Beijing pada hari yang cerah.", "words"),
        ("Je t'aime", None),  # too short to say
        ("Colorless green ideas sleep furiously.", None),
        ("今天我们学习Transformer的Attention、Encoder、Decoder、Embedding", None),
        ("red, green, blue, yellow, purple", None),
        ("I like to visit the palace in Beijing on sunny days", None),
        ("我用 PyTorch 写 softmax", None),
        ("我去北京。" * 60, "long"),
        ("", None),
    ],
)
@pytest.mark.parametrize("reading", ["words", "subwords"])
def test_what_the_models_were_not_made_for(text, reason, reading):
    assert out_of_depth(bundled.tokenizer().read(text, reading=reading)) == reason


def test_letter_by_letter_every_word_is_cut_and_that_says_nothing():
    assert out_of_depth(bundled.tokenizer().read("The cat sat on the mat because it was tired", reading="characters")) is None
