"""A figure as a component: its bytes, and the selection it gives back."""

import json
import struct

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

HOSTILE = "<img src=x onerror=alert(1)>"


def _page(n_heads: int, n: int, causal: bool):
    import numpy as np
    import streamlit as st

    from figures import head_grid
    from ui.components import kit, plot

    kit()
    weights = np.random.default_rng(11).dirichlet(np.ones(n), (n_heads, n)).astype(np.float32)
    weights[0, 0, 1] = np.nan
    st.session_state.weights = weights
    tokens = ["<img src=x onerror=alert(1)>", "2024", *["我"] * (n - 2)]
    words = dict.fromkeys(("save_png", "save_svg", "zoom", "pan", "zoom_in", "zoom_out", "reset"), "w")
    allowed = np.tril(np.ones((n, n), bool)) if causal else None
    figure = head_grid(weights, tokens, tokens, [f"h{head}" for head in range(n_heads)], allowed=allowed)
    st.session_state.picked = plot(figure, key="grid", label="all heads", words=words)


def _run(n_heads: int, n: int, *, causal: bool = False) -> AppTest:
    app = AppTest.from_function(_page, args=(n_heads, n, causal)).run()
    assert not app.exception
    return app


def _plot_bytes(app: AppTest) -> bytes:
    (proto,) = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "seeing_attention_plot"]
    return proto.bytes


def _read(packed: bytes) -> tuple[dict, np.ndarray]:
    (length,) = struct.unpack_from("<I", packed)
    return json.loads(packed[4 : 4 + length]), np.frombuffer(packed[4 + length :], "<u2")


@pytest.mark.parametrize("causal", [False, True])
def test_twelve_heads_of_128_tokens_take_at_most_2_3_bytes_a_weight(causal):
    app = _run(12, 128, causal=causal)
    (proto,) = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "seeing_attention_plot"]
    assert proto.ByteSize() / (12 * 128 * 128) <= 2.3


def test_the_numbers_are_the_weights():
    app = _run(3, 5)
    header, steps = _read(_plot_bytes(app))
    assert [grid["shape"] for grid in header["grids"]] == [[5, 5]] * 3
    weights = app.session_state.weights
    for head, grid in enumerate(header["grids"]):
        sent = steps[head * 25 : head * 25 + 25].reshape(5, 5)
        np.testing.assert_array_equal(sent == 65535, np.isnan(weights[head]))
        back = grid["low"] + sent * grid["step"]
        assert np.nanmax(np.abs(np.where(sent == 65535, np.nan, back) - weights[head])) < 1e-5
        assert "z" not in header["figure"]["data"][grid["trace"]]


def test_one_mask_is_outlined_once():
    header, _ = _read(_plot_bytes(_run(3, 5, causal=True)))
    hatches = [trace for trace in header["figure"]["data"] if trace["type"] == "scatter"]
    assert [(trace["meta"]["like"], "x" in trace) for trace in hatches] == [(0, True), (0, False), (0, False)]


def test_labels_under_the_pointer_are_as_typed_and_twins_apart():
    header, _ = _read(_plot_bytes(_run(3, 5)))
    assert header["figure"]["layout"]["meta"]["rows"] == [HOSTILE.replace(" ", "␣"), "2024", "我 #1", "我 #2", "我 #3"]


@pytest.mark.parametrize(
    ("sent", "row"),
    [
        ({"head": 1, "row": 4, "column": 0, "name": "h1"}, 4),
        ({"head": 1, "row": 5, "column": 0}, None),
        ({"head": 3, "row": 0, "column": 0}, None),
    ],
)
def test_a_selection_outside_the_data_is_ignored(sent, row):
    app = _run(3, 5)
    app.session_state["grid"]["selected"] = sent
    picked = app.run().session_state.picked
    assert (picked.row if picked else None) == row
