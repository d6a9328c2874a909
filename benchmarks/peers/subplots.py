"""The head grid as one first writes it: `make_subplots` of nested lists in `st.plotly_chart`, over the Playground's own run."""

from dataclasses import replace

import plotly.graph_objects as go
import streamlit as st
import torch
from plotly.subplots import make_subplots

from ui import links, runs
from ui.views import Playground

ACROSS = 4

torch.set_num_threads(1)  # as the app does, so that the pictures are compared and not the runs
view, _ = links.read(Playground, st.query_params.to_dict())
temperature = st.slider("temperature", 0.0, 1000.0, view.temperature, step=0.1)
seen = runs.heads(runs.playground_spec(replace(view, temperature=temperature)), 0)
names = [f"head {head + 1}" for head in range(len(seen.weights))]
figure = make_subplots(rows=-(-len(names) // ACROSS), cols=ACROSS, subplot_titles=names)
for head, weights in enumerate(seen.weights.tolist()):
    heat = go.Heatmap(z=weights, zmin=0, zmax=1, showscale=False)
    figure.add_trace(heat, row=head // ACROSS + 1, col=head % ACROSS + 1)
figure.update_yaxes(autorange="reversed")
figure.update_layout(height=600)
st.plotly_chart(figure, key="heads")
