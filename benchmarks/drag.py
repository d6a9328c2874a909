"""The temperature of /scaling dragged along its slider: nothing may be sent."""

from playwright.sync_api import Browser

from benchmarks.browsing import Visitor, serving
from benchmarks.measure import Row

STEPS = 40
RAIL = ".slider-rail-touch-rect"
BARS = "[...document.querySelectorAll('.barlayer path')].map(bar => bar.getAttribute('d')).join()"


def measure(browser: Browser, *, quick: bool) -> tuple[list[Row], list[str]]:
    """Messages both ways while the grip is dragged, and whether the bars have moved."""
    with serving("run", "app.py") as app:
        visitor = Visitor(browser)
        visitor.open(app.address("scaling", lang="en"), until=RAIL)
        visitor.received.clear()
        visitor.n_sent = 0
        before = visitor.page.evaluate(BARS)
        states = _drag(visitor, before)
        visitor.page.wait_for_timeout(1000)
        n_bytes, n_sent = visitor.n_bytes(), visitor.n_sent
        visitor.close()
    verdict = "met" if n_bytes == n_sent == 0 and states > 1 else "missed"
    return [], [
        f"Temperature dragged through {states} pictures: {n_bytes} bytes came, {n_sent} messages went (asked: 0) {verdict}"
    ]


def _drag(visitor: Visitor, before: str) -> int:
    """Drag the first slider from end to end; how many pictures were passed."""
    rail = visitor.page.locator(RAIL).first
    rail.scroll_into_view_if_needed()
    box = rail.bounding_box()
    mouse, height = visitor.page.mouse, box["y"] + box["height"] / 2
    seen = {before}
    mouse.move(box["x"] + 4, height)
    mouse.down()
    for step in range(STEPS):
        mouse.move(box["x"] + 4 + (box["width"] - 8) * step / (STEPS - 1), height)
        visitor.page.wait_for_timeout(50)
        seen.add(visitor.page.evaluate(BARS))
    mouse.up()
    return len(seen) - 1
