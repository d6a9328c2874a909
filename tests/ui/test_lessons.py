import numpy as np
import pytest

from ui import runs
from ui.lessons import position, scaling
from ui.views import Position, Scaling

TEXT = "我喜欢在晴天去北京的故宫游览"


@pytest.mark.parametrize("name", ["sinusoidal", "learned", "floater", "rnn", "rope", "alibi", "t5"])
def test_every_encoding_has_a_picture_and_is_most_alike_where_it_stands(name):
    shown = position.encoding(name, 16, 16, 0)
    assert (shown.vectors is None) != (shown.bias is None)
    if name != "t5":  # an untrained table of distances prefers none
        assert shown.grid[shown.seen_from(2.5).argmax()] == 2.5


def test_the_two_sentences_of_position_differ_only_with_positions():
    bare, placed = position.position_specs(Position(encoding="rope"))
    assert position.order_proof(bare.model, "猫追老鼠", "老鼠追猫").differences.max() < 1e-5
    assert position.order_proof(placed.model, "猫追老鼠", "老鼠追猫").differences.max() > 1e-2


def test_scaling_row_is_the_heads_row():
    row = scaling.scaling_row(Scaling(width=64, query=3), 32)
    shown = (
        runs.trace(runs.RunSpec(runs.ModelSpec(1, 1, 1, 64, "none", 0), TEXT, "words", temperature=8.0)).layers[0].weights[0, 3]
    )
    closest = int((scaling.TEMPERATURES - 8).abs().argmin())
    np.testing.assert_allclose(row.sweep.weights[closest], shown, atol=0.02)
    assert row.query == runs.read(TEXT, "words").labels[3]
