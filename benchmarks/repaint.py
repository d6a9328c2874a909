"""A control moved in the Playground: until all maps of the head grid are new, what is sent, and what it costs the server.

The peer draws the same weights as `make_subplots` of nested lists in `st.plotly_chart`, alone on its page. Ours is measured as it
stands in the Playground, with the lesson around it, and alone on a page like the peer's. The control is the temperature, one step
of the slider by key, so that every rerun has something new to compute.
"""

from statistics import median

from playwright.sync_api import Browser
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.browsing import GRID, MAPS, Repaint, Server, Visitor, playground, serving
from benchmarks.measure import Row, limit

N_TOKENS, N_HEADS = 64, 12
CPU_ASKED = 40  # ms
WARM = 3  # rounds before the measured ones
KILO = 1e3


class Way:
    """One way to draw the heads, moved again and again."""

    def __init__(self, server: Server, browser: Browser, *, maps: str):
        self.server, self.maps, self.visitor = server, maps, Visitor(browser)
        self.repaints: list[Repaint] = []
        self.cpu: list[float] = []
        self.sent: list[int] = []
        self.picture: list[int] = []
        self.visitor.open(server.address(**LINK), until=maps, count=N_HEADS if "image" in maps else 1)
        self.visitor.page.get_by_role("slider").first.focus()

    def move(self) -> None:
        """One step of the temperature."""
        before = self.server.cpu()
        self.visitor.start_watching(self.maps)
        self.visitor.page.keyboard.press("ArrowRight")
        if "image" in self.maps:
            self.repaints.append(self.visitor.watched())
        else:
            self.visitor.settle()
        self.cpu.append(self.server.cpu() - before)
        self.sent.append(self.visitor.n_bytes())
        self.picture.append(self.visitor.n_bytes(_has_picture))

    def seen(self, name: str) -> float:
        """Median of a measure of the repaints."""
        return median(getattr(repaint, name) for repaint in self.repaints[WARM:])


LINK = playground(N_TOKENS, heads=N_HEADS, scale="temperature", temperature="3.0")


def measure(browser: Browser, *, quick: bool) -> tuple[list[Row], list[str]]:
    """The Playground, our picture alone, the peer and a page with nothing but the control, in turns."""
    with (
        serving("run", "app.py") as app,
        serving("run", "benchmarks/peers/in_place.py") as in_place,
        serving("run", "benchmarks/peers/subplots.py") as subplots,
        serving("run", "benchmarks/peers/empty.py") as empty,
    ):
        ours, alone = (Way(server, browser, maps=GRID) for server in (app, in_place))
        peer = Way(subplots, browser, maps=MAPS)
        floor = Way(empty, browser, maps="[data-testid=stSlider]")
        for _ in range(WARM + (8 if quick else 30)):
            for way in (ours, alone, peer, floor):
                way.move()
        for way in (ours, alone, peer, floor):
            way.visitor.close()
    return _rows(ours, alone, peer, floor), [_blank("ours", ours), _blank("the peer", peer)]


def _rows(ours: Way, alone: Way, peer: Way, floor: Way) -> list[Row]:
    what = f"control moved, {N_HEADS} × {N_TOKENS}"
    cpu = f"{what}: server CPU"
    against = "against make_subplots"
    return [
        Row(f"{what}: until repainted, {against}", ours.seen("ms"), peer.seen("ms"), "ms", 1 / 3),
        Row(f"{what}: until repainted, alone on its page, {against}", alone.seen("ms"), peer.seen("ms"), "ms", 1 / 3),
        Row(f"{what}: bytes of the picture, {against}", median(ours.picture) / KILO, median(peer.picture) / KILO, "kB", 1 / 9),
        Row(f"{what}: bytes of the whole page, {against} alone", median(ours.sent) / KILO, median(peer.sent) / KILO, "kB"),
        limit(cpu, median(ours.cpu[WARM:]), CPU_ASKED, "ms"),
        Row(f"{cpu}, alone on its page, {against}", median(alone.cpu[WARM:]), median(peer.cpu[WARM:]), "ms"),
        Row(f"{cpu}, {against}", median(ours.cpu[WARM:]), median(peer.cpu[WARM:]), "ms"),
        Row(f"{cpu}, against a page with the control alone", median(ours.cpu[WARM:]), median(floor.cpu[WARM:]), "ms"),
    ]


def _blank(name: str, way: Way) -> str:
    blank = sum(repaint.blank > 0 for repaint in way.repaints)
    return f"Repaints with a frame in which maps were missing, {name}: {blank} of {len(way.repaints)}"


def _has_picture(message: ForwardMsg) -> bool:
    element = message.delta.new_element
    return element.HasField("plotly_chart") or "playground.grid" in element.bidi_component.id
