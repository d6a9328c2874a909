"""The scripts' way to the browser."""

from pathlib import Path

import pytest
import streamlit as st

from ui.components import mount


def test_streamlit_ships_the_plotly_that_the_pictures_load():
    path = mount.plotly_path()
    shipped = Path(st.__file__).parent / "static" / path.lstrip("/")
    assert shipped.is_file()
    assert "window.Plotly=" in shipped.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize(("base", "start"), [("", "/static/js/"), ("class", "/class/static/js/"), ("/a/b/", "/a/b/static/js/")])
def test_the_base_path_is_respected(monkeypatch, base, start):
    mount.plotly_path.cache_clear()
    monkeypatch.setattr(st, "get_option", lambda name: {"server.baseUrlPath": base}[name])
    assert mount.plotly_path().startswith(start + "PlotlyChart.")
    mount.plotly_path.cache_clear()


def test_what_goes_with_every_rerun_is_a_few_lines():
    assert len(mount.read("door.js")) < 600


@pytest.mark.parametrize("name", ["kit.js", "plot.js", "arcs.js", "hero.js"])
def test_text_never_becomes_markup(name):
    script = mount.read(name)
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write"):
        assert way not in script
