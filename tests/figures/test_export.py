"""A saved picture stands alone and stays literal."""

import json
import re

import numpy as np

from figures import head_grid, temperature, to_html


def test_html_has_plotly_inside_and_hostile_tokens_literal():
    hostile = "</script><img src=x onerror=alert(1)>"
    page = to_html(head_grid(np.array([[[0.25, 0.75]]]), [hostile], [hostile, "b"], [hostile]))
    body = page[page.rindex("Plotly.newPlot") :]
    assert "<img" not in body
    assert body.count("</script>") == 1
    assert not re.search(r"<script[^>]+src=", page)
    assert "0.75" in body


def test_frames_keep_their_kind_of_trace():
    steps = np.array([1.0, 2.0])
    figure = temperature(steps, np.eye(2), ["a", "b"], {"H": steps}, x_title="", weight_title="", marks={})
    page = to_html(figure)
    frames = json.loads(page[page.index("[", page.rindex("addFrames(")) :].split(");", 1)[0])
    assert frames[0]["data"][0]["type"] == "bar"


def test_the_figure_itself_is_left_alone():
    figure = head_grid(np.array([[[1.0]]]), ["a"], ["a"], ["h"])
    before = figure.to_json()
    to_html(figure)
    assert figure.to_json() == before
