"""Bytes per weight of the head grid, true values under the pointer, against BertViz on the same weights."""

import struct
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import numpy as np
import orjson
from bertviz import head_view
from playwright.sync_api import Browser
from streamlit.testing.v1 import AppTest

from benchmarks.browsing import PATIENCE, ROOT, playground
from benchmarks.measure import Row, limit
from ui import links, runs
from ui.views import Playground

N_TOKENS, N_HEADS = 128, 12
ASKED = 2.3  # bytes per weight


def measure(browser: Browser, *, quick: bool) -> tuple[list[Row], list[str]]:
    """The message that the app sends and the page that BertViz writes; neither takes a browser, nor more than one round."""
    link = playground(N_TOKENS, heads=N_HEADS)
    view, _ = links.read(Playground, {name: str(value) for name, value in link.items()})
    run = runs.trace(runs.playground_spec(view))
    weights = run.layers[0].weights
    proto = _grid(link)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        page = head_view(weights[None, None].unbind(), list(run.tokens.labels), html_action="return").data
    ours, peer = proto.ByteSize() / weights.numel(), len(page.encode()) / weights.numel()
    what = f"head grid, {N_HEADS} × {N_TOKENS}, per weight"
    off = np.abs(_values(proto.bytes) - weights.numpy()).max()
    return [
        Row(f"{what}, against BertViz", ours, peer, "B"),
        limit(what, ours, ASKED, "B"),
    ], [f"The largest difference between a weight and what the pointer shows of it: {off:.1e}"]


def _grid(link: dict[str, str | int]):
    """The message of the Playground's grid."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    for name, value in link.items():
        app.query_params[name] = str(value)
    app.run()
    return next(element.proto for element in app.get("bidi_component") if "playground.grid" in element.proto.id)


def _values(packed: bytes) -> np.ndarray:
    """The weights as the browser reads them: [head, query, key]."""
    (length,) = struct.unpack_from("<I", packed)
    grids = orjson.loads(packed[4 : 4 + length])["grids"]
    steps = np.frombuffer(packed[4 + length :], "<u2").reshape(len(grids), *grids[0]["shape"])
    return np.stack([grid["low"] + part * grid["step"] for grid, part in zip(grids, steps, strict=True)])
