"""How a picture gets onto the page: Components v2, with the shared script sent once.

Streamlit sends a component's whole script along with its data at every rerun. The pictures' scripts are therefore one
component of their own, the kit, whose message never changes and is cached by the browser; each picture carries a few lines
that wait for the kit.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent
KIT_KEY = "seeing-attention-kit"


def read(name: str) -> str:
    """A script or style sheet of this folder."""
    return (HERE / name).read_text(encoding="utf-8")


@cache
def _kit() -> Callable:
    script = "\n".join(read(name) for name in ("kit.js", "plot.js", "arcs.js", "hero.js", "open.js"))
    return st.components.v2.component("seeing_attention_kit", css=read("style.css"), js=script, isolate_styles=False)


def kit() -> None:
    """Send the pictures' scripts: to be called once in every full run of the app, before the page."""
    _kit()(key=KIT_KEY)


@cache
def door(kind: str) -> Callable:
    """The component of one kind of picture, "plot" or "hero"."""
    html, script = f'<div class="sa-{kind}"></div>', read("door.js").replace("KIND", kind)
    return st.components.v2.component(f"seeing_attention_{kind}", html=html, js=script, isolate_styles=False)


@cache
def plotly_path() -> str:
    """Where the browser finds Streamlit's own plotly.js, below the server's base path.

    Raises: FileNotFoundError when this Streamlit ships no such file.
    """
    folder = Path(st.__file__).parent / "static" / "static" / "js"
    found = sorted(folder.glob("PlotlyChart.*.js"))
    if not found:
        raise FileNotFoundError(f"no PlotlyChart.*.js in {folder}")
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"{'/' + base if base else ''}/static/js/{found[0].name}"
