"""The app's own head grid alone under the control, over the same run as `subplots`."""

from dataclasses import replace

import streamlit as st
import torch

import figures
from ui import links, runs
from ui.components import kit
from ui.pictures import draw
from ui.texts import t
from ui.views import Playground

torch.set_num_threads(1)
kit()
view, _ = links.read(Playground, st.query_params.to_dict())
temperature = st.slider("temperature", 0.0, 1000.0, view.temperature, step=0.1)
seen = runs.heads(runs.playground_spec(replace(view, temperature=temperature)), 0)
names = [f"head {head + 1}" for head in range(len(seen.weights))]
figure = figures.head_grid(seen.weights, seen.units, seen.units, names, ceiling="head")
draw(figure, key="playground.grid", label=t("playground.grid"))
