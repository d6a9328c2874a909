"""What /position computes: an encoding and its views from places, a head with and without it, two orders of the same words."""

from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
import streamlit as st
import torch

from attention_core.experiments import word_order
from attention_core.positions import make_positions, places_of
from ui.runs import ModelSpec, RunSpec, model, read
from ui.views import Position

POSITION_HEADS = 4
TABLE_LENGTH = 64  # places in the learned table that /position shows
FARTHEST = 15  # the last place that can be looked from
ROOMY = 32  # a length in which 8 seats follow even on that


@dataclass(frozen=True, eq=False)
class Encoding:
    """An encoding as /position shows it. vectors: [place, number], None where it has none. bias: [query, key] of head 0, or None.

    grid: real places, four to a seat. similarity: [from, to], how alike two of them are, from the first ones up to FARTHEST.
    is_learned: whether it has parameters, which are drawn here and not trained. milliseconds: what computing it once took.
    """

    vectors: np.ndarray | None
    bias: np.ndarray | None
    grid: np.ndarray
    similarity: np.ndarray
    is_learned: bool
    milliseconds: float

    @property
    def values(self) -> np.ndarray:
        """What there is to see: the vectors, or else the bias."""
        return self.bias if self.vectors is None else self.vectors

    def seen_from(self, place: float) -> np.ndarray:
        """How alike every place of the grid is to one of them, which may lie between two seats: the nearest quarter is taken."""
        return self.similarity[round(4 * place)]


@st.cache_resource(max_entries=128, show_spinner=False)
def encoding(name: str, width: int, length: int, seed: int) -> Encoding:
    """The encoding of `length` places in `width` numbers; all views of it at once, for FLOATER walks too slowly for a slider."""
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(seed)
        positions = make_positions(name, d_model=width, d_head=width, n_heads=POSITION_HEADS, max_length=TABLE_LENGTH)
        places = places_of(length)
        start = perf_counter()
        vectors, bias = positions.vectors(places), positions.bias(places, places)
        milliseconds = 1000 * (perf_counter() - start)
        grid = torch.arange(0, length - 0.75, 0.25)
        similarity = positions.similarity(grid)[: 4 * FARTHEST + 1].clone()  # the rest need not be kept
    return Encoding(
        None if vectors is None else vectors.numpy(),
        None if bias is None else bias[0].numpy(),
        grid.numpy(),
        similarity.numpy(),
        any(True for _ in positions.parameters()),
        milliseconds,
    )


def position_specs(view: Position) -> tuple[RunSpec, RunSpec]:
    """The same sentence and weights without positions and with the chosen encoding."""
    bare = ModelSpec(1, POSITION_HEADS, POSITION_HEADS, 16, "none", view.seed)
    return tuple(RunSpec(replace(bare, position=name), view.text, "words") for name in ("none", view.encoding))


@st.cache_resource(max_entries=64, show_spinner=False)
def order_proof(spec: ModelSpec, first: str, second: str) -> word_order.OrderProof:
    """Two orders of the same words through one model. Raises: ValueError if the words are not the same."""
    return word_order.compare_orders(model(spec), read(first, "words"), read(second, "words"))
