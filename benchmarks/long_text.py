"""512 tokens × 8 heads: a sentence sent until the pooled overview stands, and from a cell of it to the exact weights."""

from statistics import median

import numpy as np
from playwright.sync_api import Browser

from benchmarks.browsing import GRID, Repaint, Visitor, playground, serving
from benchmarks.measure import Row, limit
from ui import links, runs
from ui.views import Playground

N_TOKENS, N_HEADS = 512, 8
ASKED = 1.5  # s
DETAIL = ".sa-plot[aria-label*='weights (after'] .hm image"
READ = """() => {
    const {data} = document.querySelector(".sa-plot[aria-label*='weights (after'] .sa-figure");
    return {head: data[0].meta.head, origin: data[0].meta.origin, values: data[0].z.map(row => [...row])};
}"""


def measure(browser: Browser, *, quick: bool) -> tuple[list[Row], list[str]]:
    """Another text in every round, so that nothing is known beforehand."""
    overviews, windows, off = [], [], 0.0
    with serving("run", "app.py") as app:
        visitor = Visitor(browser)
        visitor.open(app.address(**playground(16, heads=N_HEADS)), until=GRID, count=N_HEADS)
        for start in range(1, 4 if quick else 11):
            link = playground(N_TOKENS, heads=N_HEADS, start=start)
            overviews.append(_submit(visitor, link["text"]))
            windows.append(_look_closer(visitor))
            off = max(off, _difference(visitor, link))
        visitor.close()
    what = f"{N_TOKENS} tokens × {N_HEADS} heads"
    return [
        limit(f"{what}: sent until the overview stands", median(one.ms for one in overviews) / 1e3, ASKED, "s"),
        limit(f"{what}: cell clicked until its exact window stands", median(one.ms for one in windows) / 1e3, ASKED, "s"),
    ], [
        f"Longest time without a frame: {max(one.longest for one in overviews):.0f} ms for the overview, "
        f"{max(one.longest for one in windows):.0f} ms for the window",
        f"The largest difference between a weight and what the window shows of it: {off:.1e}",
    ]  # fmt: skip


def _submit(visitor: Visitor, text: str) -> Repaint:
    box = visitor.page.get_by_role("textbox").first
    box.fill(text)
    visitor.start_watching(GRID)
    box.press("Enter")
    return visitor.watched()


def _look_closer(visitor: Visitor) -> Repaint:
    """Click somewhere in the last head."""
    tile = visitor.page.locator(GRID).last
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    visitor.start_watching(DETAIL)
    across, down = np.random.default_rng(len(visitor.received)).uniform(0.2, 0.8, 2)
    visitor.page.mouse.move(box["x"] + across * box["width"], box["y"] + down * box["height"])
    visitor.page.wait_for_timeout(100)  # Plotly knows a cell once it is hovered
    visitor.page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
    return visitor.watched()


def _difference(visitor: Visitor, link: dict[str, str | int]) -> float:
    """How far the window on screen is from the weights of the same run."""
    view, _ = links.read(Playground, {name: str(value) for name, value in link.items()})
    weights = runs.trace(runs.playground_spec(view)).layers[0].weights
    shown = visitor.page.evaluate(READ)
    (row, column), values = shown["origin"], np.array(shown["values"])
    window = weights[shown["head"], row : row + len(values), column : column + values.shape[1]].numpy()
    return float(np.abs(window - values).max())
