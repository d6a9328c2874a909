"""The tutorial's own numbers: its 4 × 4 attention matrix from a stated Q and K, its illustrative softmax beside the true one."""

import math
from functools import cache

import pandas as pd
import streamlit as st
import torch

from attention_core import AttentionTrace, attend
from attention_core.attend import score, softmax
from ui import links
from ui.lessons.qkv import formulas
from ui.lessons.qkv.blocks import Block, show
from ui.questions.scaling import ALPHAS, PRINTED
from ui.texts import t

MATRIX = torch.tensor([[0.25, 0.15, 0.50, 0.10], [0.10, 0.40, 0.30, 0.20], [0.60, 0.05, 0.25, 0.10], [0.20, 0.30, 0.15, 0.35]])
WORDS = len(MATRIX)


def book() -> None:
    """Q and K that give the tutorial's matrix, step by step."""
    query, key, trace = reproduced()
    rows, columns = ([f"{letter}{raised}" for raised in "¹²³⁴"] for letter in "qk")
    show(
        [
            Block(formulas.coloured("query", "Q"), query, rows, role="query"),
            r"\cdot",
            Block(formulas.coloured("key", r"K^{\mathsf T}"), key.T, (), columns, role="key"),
        ],
        key="qkv.book.given",
    )
    show(
        [
            rf"\div \sqrt{{{WORDS}}} \;=",
            Block("A", trace.scores[0, 0], rows, columns),
            r"\xrightarrow{\text{softmax}}",
            Block("A'", trace.weights[0, 0], rows, columns, kind="weights"),
        ],
        key="qkv.book.made",
    )


@cache
def reproduced() -> tuple[torch.Tensor, torch.Tensor, AttentionTrace]:
    """Q = √d · ln(100 · A'), to two decimals, and K = the identity: softmax undoes the logarithm."""
    query = (math.sqrt(WORDS) * torch.log(100 * MATRIX)).round(decimals=2)
    key = torch.eye(WORDS)
    return query, key, attend(query[None, None], key[None, None], torch.eye(WORDS)[None, None])


def true_softmax() -> None:
    """The tutorial's percentages beside what softmax really makes of its scores."""
    ways = {
        t("qkv.printed"): PRINTED,
        t("qkv.true"): softmax(score(ALPHAS)),
        t("qkv.divided"): softmax(score(ALPHAS, scale=1 / math.sqrt(512))),
    }
    columns = [f"α = {alpha:g}" for alpha in ALPHAS.tolist()]
    st.table(pd.DataFrame({name: [f"{w:.2g}" for w in weights.tolist()] for name, weights in ways.items()}, index=columns).T)
    st.page_link(
        "pages/scaling.py", label=t("qkv.to_scaling"), icon=":material/arrow_forward:", query_params=links.query("scaling")
    )
