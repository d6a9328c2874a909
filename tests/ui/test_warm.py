import asyncio
import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from streamlit import net_util
from streamlit.runtime.pages_manager import PagesManager

from ui import warm

ROOT = Path(__file__).parents[2]


def live_through() -> None:
    """The app's life from start to end."""

    async def life() -> None:
        async with warm.lifespan(None):
            pass

    with ThreadPoolExecutor(1) as own_thread:  # the browser tests leave an event loop running in this one
        own_thread.submit(asyncio.run, life()).result()


def test_nobody_outside_is_asked_for_this_machines_address(monkeypatch):
    monkeypatch.setattr(net_util, "_external_ip", None)
    asked = []
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda *address, **more: asked.append(address))
    assert net_util.get_external_ip() is None
    assert asked != []  # so it does ask, unless it is told
    asked.clear()
    warm.set_straight()
    assert not net_util.get_external_ip()
    assert asked == []


def test_the_old_multipage_way_is_off_before_the_first_visitor(monkeypatch):
    monkeypatch.setattr(net_util, "_external_ip", None)
    monkeypatch.setattr(PagesManager, "uses_pages_directory", True)
    warm.set_straight()
    assert PagesManager.uses_pages_directory is False


def test_the_app_is_set_straight_before_it_is_made():
    """app.py run outside a server, as `streamlit run` and uvicorn do to find the app in it."""
    command = "from streamlit import net_util; import app; print(repr(net_util._external_ip), type(app.app).__name__)"
    said = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["''", "App"]


def test_an_app_that_cannot_warm_up_opens_all_the_same(monkeypatch, caplog):
    def stopped() -> None:
        raise OSError("no space left")

    monkeypatch.setattr(warm, "warm_up", stopped)
    with caplog.at_level(logging.WARNING):
        live_through()
    assert "warm-up stopped" in caplog.text
