"""Figures on a page: in place where a control drives them, as Streamlit's own chart where nothing does."""

from collections.abc import Callable

import plotly.graph_objects as go
import streamlit as st

from ui.components import Selection, plot
from ui.components.plot import WORDS
from ui.texts import t

CONFIG = {"displaylogo": False, "showSendToCloud": False, "plotlyServerURL": "", "scrollZoom": False}


def draw(
    figure: go.Figure,
    *,
    key: str,
    label: str,
    selection: Selection | None = None,
    on_select: Callable[[Selection | None], None] | None = None,
) -> None:
    """Draw a figure in place, its buttons in the reader's language. Cells can be selected where `on_select` listens."""
    plot(
        figure,
        key=key,
        label=label,
        words=button_texts(),
        selection=selection,
        on_select=on_select,
        selectable=on_select is not None,
        file=key.replace(".", "-"),
    )


def button_texts() -> dict[str, str]:
    """What the buttons of a picture are called in the reader's language."""
    return {word: t(f"pictures.{word}") for word in WORDS}


def still(figure: go.Figure, *, key: str) -> None:
    """Draw a chart that no control drives while it is looked at: lines, spreads, Plotly's own frames."""
    st.plotly_chart(figure, key=key, config=CONFIG)
