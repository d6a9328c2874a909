"""Whose numbers the page works with: the visitor's sentence through a small random head, or whole numbers to be edited."""

from dataclasses import dataclass

import streamlit as st
import torch

from attention_core import masks
from attention_core.walk import Example, Worked, work
from ui import runs
from ui.lessons.qkv.numbers import example_of
from ui.texts import t
from ui.views import Qkv

LONGEST = 12  # words that are walked through; of a longer text the first ones


@dataclass(frozen=True, eq=False)
class Shown:
    """An example worked out, and what its words are called. n_typed: how many there were before the rest was left out."""

    labels: tuple[str, ...]
    worked: Worked
    n_typed: int

    @property
    def n(self) -> int:
        return len(self.labels)

    def place(self, wanted: int) -> int:
        """A word's place; one that a shorter text no longer has becomes the last."""
        return min(wanted, self.n - 1)


def shown(view: Qkv, text: str | None) -> Shown | None:
    """What the view asks to be worked out; None where there is nothing to read."""
    if view.example == "numbers":
        return of_numbers(view.table, tuple(t("qkv.small_words").split()))
    return None if text is None else of_sentence(text, width=view.width, mask=view.mask, seed=view.seed)


@st.cache_resource(max_entries=64, show_spinner=False)
def of_numbers(table: str, labels: tuple[str, ...]) -> Shown:
    """The small example as it stands in a link."""
    return Shown(labels, work(example_of(table)), len(labels))


@st.cache_resource(max_entries=64, show_spinner=False)
def of_sentence(text: str, *, width: int, mask: str, seed: int) -> Shown:
    """The first words of a text through the one head of a random model."""
    spec = runs.ModelSpec(1, 1, 1, width, "none", seed)
    tokens = runs.read(text, "words")
    labels = tokens.labels[:LONGEST]
    layer = runs.trace(runs.RunSpec(spec, text, "words")).layers[0]
    block = runs.model(spec).encoder.blocks[0]
    with torch.no_grad():
        inputs = block.attention_norm(layer.inputs)[: len(labels)]
    heads = block.attention
    matrices = (linear.weight.detach().T for linear in (heads.to_query, heads.to_key, heads.to_value))
    allowed = masks.causal(len(labels), len(labels)) if mask == "causal" else None
    return Shown(labels, work(Example(inputs, *matrices, allowed)), len(tokens.labels))
