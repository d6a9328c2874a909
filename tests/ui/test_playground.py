import csv
import io
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from ui import frame, links, texts
from ui.components import Selection
from ui.lessons.playground import closeup, limits, numbers, pictures, wording
from ui.questions.playground import Asked, busiest_choices
from ui.views import Playground

SHORT = "人人为我，我为人人"
LONG = "我喜欢在晴天去北京的故宫游览。" * 10


@pytest.fixture(autouse=True)
def desk(monkeypatch):
    """In English, at the desk."""
    monkeypatch.setattr(texts, "language", lambda: "en")
    monkeypatch.setattr(frame, "projector", lambda: False)


def look(**changes) -> closeup.Closeup:
    view = Playground(**{"text": SHORT, "reading": "characters", "weights": "random", "heads": 4, "width": 4, **changes})
    return closeup.look(view)


def heatmaps(figure):
    return [trace for trace in figure.data if trace.type == "heatmap"]


def test_repeated_words_keep_their_rows_and_columns():
    seen = look()
    figure, blocks = pictures.grid(seen)
    assert blocks is None
    assert [trace.z.shape for trace in heatmaps(figure)] == [(9, 9)] * 4
    np.testing.assert_allclose(heatmaps(pictures.detail(seen))[0].z, seen.heads.weights[0])
    assert figure.layout.meta["rows"] == ["人 #1", "人 #2", "为 #1", "我 #1", "，", "我 #2", "为 #2", "人 #3", "人 #4"]
    assert set(busiest_choices(Asked(seen.heads, 4))) <= set(figure.layout.meta["rows"])
    assert list(numbers.table(seen).columns) == [f"{place + 1} {unit}" for place, unit in enumerate(SHORT)]


def test_every_step_shows_the_runs_own_tensor():
    for tensor, n_heads in (("query", 4), ("key", 2), ("value", 2), ("dots", 4), ("scores", 4), ("head_outputs", 4)):
        seen = look(kind="gqa", groups=2, tensor=tensor, head=3, reading="subwords")
        values = getattr(seen.run.layers[0], tensor)
        assert len(values) == n_heads
        np.testing.assert_allclose(heatmaps(pictures.detail(seen))[0].z, values[-1].numpy(), rtol=1e-6)
    mixed = look(tensor="attention_output", reading="subwords")
    np.testing.assert_allclose(heatmaps(pictures.detail(mixed))[0].z, mixed.run.layers[0].attention_output.numpy(), rtol=1e-6)


def test_forbidden_cells_are_gaps_and_never_small_weights():
    seen = look(mask="causal", tensor="scores", reading="subwords")
    shown = heatmaps(pictures.detail(seen))[0]
    assert np.isnan(shown.z[np.triu_indices(len(shown.z), 1)]).all()
    assert np.isfinite([shown.zmin, shown.zmax]).all()
    assert shown.zmin == -shown.zmax


def test_a_long_text_is_pooled_and_exact_around_the_selection():
    seen = look(text=LONG, query=100, head=1)
    figure, blocks = pictures.grid(seen)
    assert len(seen.heads.units) == 150
    assert len(blocks) == limits.POOLED
    assert blocks[0][0] == 0
    assert blocks[-1][1] == 150
    first, stop = blocks[40]
    assert heatmaps(figure)[1].z[40, 0] == pytest.approx(seen.heads.weights[1, first:stop, slice(*blocks[0])].max())
    exact = heatmaps(pictures.detail(seen))[0]
    start = 100 - limits.WINDOW // 2
    assert (exact.y0, exact.x0) == (start, start)
    window = slice(start, start + limits.WINDOW)
    np.testing.assert_allclose(exact.z, seen.heads.weights[1, window, window])


def test_bars_of_a_long_row_are_its_largest_in_reading_order():
    seen = look(text=LONG, query=7)
    bars = next(trace for trace in pictures.row(seen).data if trace.type == "bar" and trace.hoverinfo == "none")
    expected = np.sort(np.argsort(-seen.heads.weights[0, 7], kind="stable")[: limits.BARS])
    np.testing.assert_allclose(bars.x, seen.heads.weights[0, 7, expected])


def test_csv_holds_every_weight_of_every_head():
    seen = look(text='<s>,"我"\n', reading="subwords")
    lines = list(csv.DictReader(io.StringIO(numbers.csv(seen).decode("utf-8-sig"))))
    n = len(seen.heads.units)
    assert len(lines) == 4 * n * n
    line = lines[2 * n * n + 1 * n + 3]
    assert (line["head"], line["query"], line["key"]) == ("3", "2", "4")
    assert (line["query_text"], line["key_text"]) == (seen.heads.units[1], seen.heads.units[3])
    assert float(line["weight"]) == pytest.approx(float(seen.heads.weights[2, 1, 3]), rel=1e-5)


def test_csv_of_a_trained_model_holds_what_special_tokens_are_given():
    seen = look(weights="mha")
    lines = list(csv.DictReader(io.StringIO(numbers.csv(seen).decode("utf-8-sig"))))
    assert {line["key_text"] for line in lines if not line["key"]} == {"[CLS]", "[SEP]"}
    totals = Counter()
    for line in lines:
        totals[line["head"], line["query"]] += float(line["weight"])
    assert list(totals.values()) == pytest.approx([1.0] * 8 * len(seen.heads.units), abs=1e-5)


def test_what_is_selected_outside_the_text_is_forgotten():
    seen = look(text="我", head=15, query=8, key=3)
    assert seen.selection == Selection()
    assert (seen.head, seen.query) == (0, 0)


def test_without_a_selection_the_row_is_where_the_strongest_link_starts():
    seen = look()
    assert seen.query == seen.heads.links[0][0]


def test_a_block_selects_its_first_word(monkeypatch):
    changes = {}
    monkeypatch.setattr(links, "change", lambda page, **values: changes.update(values))
    closeup.select(Selection(2, 3, 4), blocks=[(0, 3), (3, 5), (5, 8), (8, 10), (10, 13)])
    assert changes == {"head": 2, "query": 8, "key": 10}
    closeup.select(None)
    assert changes == {"head": None, "query": None, "key": None}


def test_temperature_zero_is_told_without_dividing():
    assert "largest" in wording.divisor(look(scale="temperature", temperature=0.0))
    assert "divided by 2," in wording.divisor(look())


def test_free_heads_of_a_trained_model_earn_their_names():
    """`plain` was taught nothing, so none of its heads is called by a relation, however well it does there."""
    seen = look(text="我喜欢在晴天去北京的故宫游览", weights="plain", layer=3, reading="words")
    seen = replace(seen, heads=replace(seen.heads, characters=("previous", "cls", "broad", None, *seen.heads.characters[4:])))
    assert wording.head_names(seen)[:4] == ["Head 1 · previous", "Head 2 · [CLS]", "Head 3 · broad", "Head 4"]
    assert wording.details(seen)[:4] == ["previous", "[CLS]", "broad", f"≈ {seen.heads.spreads[3]:.1f} words"]


def test_random_heads_are_told_apart_by_their_spread():
    seen = look(reading="words")
    seen = replace(seen, heads=replace(seen.heads, characters=("broad", "previous", None, None)))
    assert wording.details(seen)[:2] == [f"≈ {seen.heads.spreads[0]:.1f} words", "previous"]
    assert wording.head_names(seen)[:2] == ["Head 1", "Head 2"]
