"""Dot product and additive scoring side by side: what each makes of the same queries and keys, what it costs."""

import time
from functools import lru_cache
from statistics import median

import pandas as pd
import streamlit as st
import torch
from torch import nn

import figures
from attention_core import AdditiveScore, AttentionTrace, attend
from ui import frame
from ui.lessons.qkv.examples import Shown
from ui.lessons.qkv.formulas import coloured
from ui.pictures import draw
from ui.texts import t
from ui.views import Qkv

TIMED = 64  # words, and the width of their vectors, that the time is measured with
REPEATS = 9
TURN = "qkv.turn"
Q, K = coloured("query", "q"), coloured("key", "k")
FORMULAS = {
    "dot": rf"s = {Q} \cdot {K} \,/\, \sqrt{{d_k}}",
    "additive": rf"s = w^{{\mathsf T}} \tanh\!\big(W_1 {Q} + W_2 {K}\big)",
}


def scorings(view: Qkv, shown: Shown) -> None:
    """Both grids of weights, and a table of scores, parameters and time."""
    traces = {"dot": shown.worked.attention, "additive": additive(shown, view.seed)}
    for (name, trace), place in zip(traces.items(), st.columns(2, gap="medium"), strict=True):
        with place:
            st.markdown(t(f"qkv.scoring.{name}"))
            st.latex(FORMULAS[name])
            picture = figures.matrix(
                trace.weights[0, 0].numpy(), shown.labels, shown.labels, row_title=t("qkv.rows"), column_title=t("qkv.columns"),
                allowed=None if trace.allowed is None else trace.allowed.numpy(), scale=frame.type_scale(),
            )  # fmt: skip
            draw(picture, key=f"qkv.scoring.{name}", label=t(f"qkv.scoring.{name}"))
    times = measured(st.session_state.setdefault(TURN, 0))
    row, key = shown.place(view.query), shown.place(view.key)
    facts = {
        t("qkv.fact.score", i=row + 1, j=key + 1): [f"{float(trace.scores[0, 0, row, key]):.2f}" for trace in traces.values()],
        t("qkv.fact.parameters"): [str(parameters(name, shown.worked.query.shape[1])) for name in traces],
        t("qkv.fact.time", n=TIMED): [f"{1000 * times[name]:.2f} ms" for name in traces],
    }
    st.table(pd.DataFrame(facts, index=[t(f"qkv.scoring.{name}") for name in traces]).T)
    st.caption(t("qkv.time_note", ratio=f"{times['additive'] / times['dot']:.0f}"))
    st.button(t("qkv.again"), key="qkv.again", on_click=_again)


@lru_cache(maxsize=64)
def additive(shown: Shown, seed: int) -> AttentionTrace:
    """The same queries, keys and values with scores from a small random network."""
    worked = shown.worked
    size = float(torch.cat([worked.query, worked.key]).square().mean().sqrt())
    scorer = random_scorer(worked.query.shape[1], seed, size=size or 1.0).to(worked.query.dtype)
    vectors = (vectors[None, None] for vectors in (worked.query, worked.key, worked.value))
    return scorer.attend(*vectors, allowed=worked.example.allowed)


def random_scorer(width: int, seed: int, *, size: float = 1.0) -> AdditiveScore:
    """An additive scorer as wide as the vectors, drawn so that numbers of that root mean square reach tanh with variance 2."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        scorer = AdditiveScore(width, width, width)
        for linear in (scorer.from_query, scorer.from_key, scorer.judge):
            nn.init.normal_(linear.weight, std=linear.in_features**-0.5)
    scorer.requires_grad_(False)
    scorer.from_query.weight /= size
    scorer.from_key.weight /= size
    return scorer


def parameters(name: str, width: int) -> int:
    """What a way of scoring has to learn beside Wq, Wk and Wv."""
    return 0 if name == "dot" else sum(weights.numel() for weights in AdditiveScore(width, width, width).parameters())


@st.cache_resource(max_entries=8, show_spinner=False)
def measured(turn: int) -> dict[str, float]:
    """Seconds for the scores and weights of TIMED words, the median of a few runs on this machine. turn: to measure again."""
    draw_ = torch.Generator().manual_seed(turn)
    query, key, value = (torch.randn(1, 1, TIMED, TIMED, generator=draw_) for _ in range(3))
    scorer = random_scorer(TIMED, turn)
    ways = {"dot": lambda: attend(query, key, value), "additive": lambda: scorer.attend(query, key, value)}
    return {name: median(_seconds(way) for _ in range(REPEATS)) for name, way in ways.items()}


def _seconds(way) -> float:
    start = time.perf_counter()
    way()
    return time.perf_counter() - start


def _again() -> None:
    st.session_state[TURN] += 1
