"""The sentence as a component."""

import json
import struct

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ui.components import hero

WORDS = {"save_png": "PNG", "save_svg": "SVG"}


def _page():
    import numpy as np
    import streamlit as st

    from ui.components import Selection, hero, kit

    kit()
    weights = np.random.default_rng(3).dirichlet(np.ones(4), (2, 4)).astype(np.float32)
    st.session_state.weights = weights
    tokens, names, words = ["[CLS]", "人", "人", "<b>"], ["头1 · 主谓", "头2"], {"save_png": "p", "save_svg": "s"}
    options = {"short": ["主谓", "2"], "muted": [True, False, False, False], "selection": Selection(row=2)}
    st.session_state.picked = hero(tokens, weights, names, key="hero", label="l", words=words, **options)


def _header_and_numbers(app: AppTest) -> tuple[dict, bytes]:
    (proto,) = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "seeing_attention_hero"]
    (length,) = struct.unpack_from("<I", proto.bytes)
    return json.loads(proto.bytes[4 : 4 + length]), proto.bytes[4 + length :]


def test_words_are_literal_twins_are_named_and_special_ones_muted():
    header, _ = _header_and_numbers(AppTest.from_function(_page).run())
    assert [word["text"] for word in header["words"]] == ["[CLS]", "人", "人", "<b>"]
    assert [word["name"] for word in header["words"]] == ["[CLS]", "人 #1", "人 #2", "<b>"]
    assert [word["muted"] for word in header["words"]] == [True, False, False, False]
    assert header["short"] == ["主谓", "2"]
    assert header["selection"] == {"head": None, "row": 2, "column": None}


def test_all_heads_travel_in_one_payload():
    app = AppTest.from_function(_page).run()
    _, numbers = _header_and_numbers(app)
    largest = np.frombuffer(numbers[: 2 * 4 * 4], "<f4").reshape(2, 4, 1)
    shares = np.frombuffer(numbers[2 * 4 * 4 :], np.uint8).reshape(2, 4, 4)
    assert np.abs(largest * shares / 255 - app.session_state.weights).max() < 0.002


def test_a_selection_reaches_the_page_and_a_stale_one_does_not():
    app = AppTest.from_function(_page).run()
    app.session_state["hero"]["selected"] = {"head": 1, "row": 3, "column": None, "name": "头2"}
    picked = app.run().session_state.picked
    assert (picked.head, picked.row, picked.column, picked.name) == (1, 3, None, "头2")
    app.session_state["hero"]["selected"] = {"head": 1, "row": 4, "column": None}
    assert app.run().session_state.picked is None


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match=r"\(1, 2, 3\).*\(1, 2, 2\)"):
        hero(["a", "b"], np.zeros((1, 2, 3)), ["h"], key="k", label="l", words=WORDS)
