"""What /scaling computes: one row of scores under many temperatures, and samples of dot products by width."""

from dataclasses import dataclass

import numpy as np
import streamlit as st
import torch

from attention_core.experiments import scaling
from ui.runs import ModelSpec, RunSpec, trace
from ui.views import Scaling

TEMPERATURES = torch.logspace(-1, 2, 61)
WIDTHS_SAMPLED = (1, 4, 16, 64, 256, 512)


@dataclass(frozen=True, eq=False)
class Row:
    """One query's dot products under many temperatures, with the keys' labels."""

    query: str
    labels: tuple[str, ...]
    dots: torch.Tensor
    sweep: scaling.TemperatureSweep


@st.cache_resource(max_entries=64, show_spinner=False)
def scaling_row(view: Scaling, n_keys: int) -> Row:
    """The chosen query of a random head of the chosen width; of a long text, the first `n_keys` keys."""
    spec = RunSpec(ModelSpec(1, 1, 1, view.width, "none", view.seed), view.text, "words")
    run = trace(spec)
    query = min(view.query, len(run.tokens.tokens) - 1)
    dots = run.layers[0].dots[0, query, :n_keys]
    labels = run.tokens.labels
    return Row(labels[query], labels[:n_keys], dots, scaling.sweep(dots, TEMPERATURES))


@st.cache_resource(max_entries=4, show_spinner=False)
def dot_product_samples(seed: int) -> np.ndarray:
    """Sampled q·k for each of WIDTHS_SAMPLED: [width, sample]."""
    return scaling.dot_product_samples(WIDTHS_SAMPLED, seed=seed).numpy()
