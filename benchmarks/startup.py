"""From a healthy server to the first visitor's first picture, against the first page of `streamlit hello`."""

import time
from statistics import median

from playwright.sync_api import Browser

from benchmarks.browsing import Server, Visitor
from benchmarks.measure import Row

ASKED = 2.0
WAYS = {"ours": (("run", "app.py"), ".sa-hero[data-drawn]"), "peer": (("hello",), "h1:has-text('Welcome')")}


def measure(browser: Browser, *, quick: bool) -> tuple[list[Row], list[str]]:
    """New servers in turns, each with a new visitor whose browser knows nothing."""
    healthy, shown = {name: [] for name in WAYS}, {name: [] for name in WAYS}
    for _ in range(3 if quick else 7):
        for name, (command, picture) in WAYS.items():
            started, opened = _first_visit(browser, command, picture)
            healthy[name].append(started)
            shown[name].append(opened)
    against = "against streamlit hello"
    return [
        Row(f"server healthy until first picture, {against}", median(shown["ours"]), median(shown["peer"]), "s", ASKED),
        Row(f"started until healthy, {against}", median(healthy["ours"]), median(healthy["peer"]), "s"),
    ], []


def _first_visit(browser: Browser, command: tuple[str, ...], picture: str) -> tuple[float, float]:
    """Seconds from start to healthy, and from there until the picture stands."""
    start = time.perf_counter()
    server, visitor = Server(*command), Visitor(browser)
    try:
        server.wait()
        healthy = time.perf_counter()
        visitor.page.goto(server.address())
        visitor.page.locator(picture).first.wait_for()
        return healthy - start, time.perf_counter() - healthy
    finally:
        visitor.close()
        server.stop()
