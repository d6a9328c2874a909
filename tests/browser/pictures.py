"""The page that test_components.py clicks through."""

import numpy as np
import streamlit as st

import figures
from ui.components import Selection, hero, kit, plot

WORDS = {name: name for name in ("save_png", "save_svg", "zoom", "pan", "zoom_in", "zoom_out", "reset")}
TOKENS = ['<img src=x onerror="window.hacked=1">', "人", "人", "2024", "$x$"]
NAMES = ["head <b>1</b>", "head 2", "head 3"]

kit()
seed = st.number_input("seed", 0, 9, 0)
st.text(f"seed is {seed}")
weights = np.random.default_rng(seed).dirichlet(np.ones(5) / 3, (3, 5)).astype(np.float32)
told = st.session_state.setdefault("told", [])
hero_picked = hero(TOKENS, weights, NAMES, key="hero", label="sentence", words=WORDS, on_select=told.append)
grid_picked = plot(
    figures.head_grid(weights, TOKENS, TOKENS, NAMES), key="grid", label="grid", words=WORDS, on_select=told.append
)
plot(figures.matrix(weights[0], TOKENS, TOKENS, head=0), key="matrix", label="matrix", words=WORDS)
st.text(f"hero {hero_picked}")
st.text(f"grid {grid_picked}")
st.text(f"told {len(told)}")
steps = np.array([0.5, 1.0, 2.0])
turned = figures.temperature(steps, np.eye(3), list("abc"), {"H": steps}, x_title="τ", weight_title="w", marks={"1": 1.0})
plot(turned, key="temperature", label="temperature", words=WORDS, selection=Selection())
