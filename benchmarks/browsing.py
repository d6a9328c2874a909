"""Servers and a headless Chromium to measure with: CPU time, bytes on the websocket, and the screen frame by frame."""

import base64
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from ui import texts

ROOT = Path(__file__).parents[1]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PATIENCE = 120  # s
BINARY = 2  # the kind of websocket frame that Streamlit sends
VIEWPORT = {"width": 1280, "height": 900}  # px
WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
SENTENCE = "我喜欢在晴天去北京的故宫游览"
GRID = f".sa-plot[aria-label='{texts.table('en')['playground.grid']}'] .hm image"
"""Where the maps of the Playground's grid are, and of any plot of Plotly's: maps are images."""
MAPS = ".hm image"


def playground(n: int, *, heads: int, start: int = 0, **more: str) -> dict[str, str | int]:
    """The link parameters of the Playground over n tokens of a repeated sentence, all heads random."""
    text = (SENTENCE * (n // len(SENTENCE) + 2))[start : start + n]
    return {"lang": "en", "text": text, "weights": "random", "reading": "characters", "heads": heads, **more}


class Server:
    """A Streamlit server of its own, on a free port, with the settings that the app ships."""

    def __init__(self, *command: str):
        self.port = _free_port()
        place = ["--server.port", str(self.port), "--server.headless", "true"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", *command, *place],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def address(self, path: str = "", **query: object) -> str:
        return f"http://127.0.0.1:{self.port}/{path}?{urlencode(query)}"

    def wait(self) -> None:
        """Until it says that it is healthy. Raises: RuntimeError if it does not in time."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        raise RuntimeError(f"streamlit is not healthy within {PATIENCE} s on port {self.port}")

    def cpu(self) -> float:
        """CPU time of all its threads so far, in ms. Linux alone tells it of another process."""
        return time.clock_gettime_ns((~self.process.pid << 3) | 2) / 1e6

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


@contextmanager
def serving(*command: str) -> Iterator[Server]:
    """A healthy server: `serving("run", "app.py")`."""
    server = Server(*command)
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Raises: RuntimeError if there is none on the path."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise RuntimeError("these benchmarks need Chromium on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Repaint:
    """What was seen from a key or click to the picture's new state.

    ms: from the event to the first frame with all maps new. sent_ms: the same, from the message to the server on.
    blank: frames in which maps were missing. longest: the longest time between two frames, in ms.
    """

    ms: float
    sent_ms: float
    blank: int
    longest: float


class Visitor:
    """A browser window of its own on a page, which keeps what comes over the websocket and counts what goes."""

    def __init__(self, browser: Browser):
        self.page: Page = browser.new_context(viewport=VIEWPORT).new_page()
        self.page.set_default_timeout(PATIENCE * 1e3)
        self.page.add_init_script(WATCH)
        self.received: list[bytes] = []
        self.n_sent = 0
        network = self.page.context.new_cdp_session(self.page)
        network.send("Network.enable")
        network.on("Network.webSocketFrameReceived", lambda event: self._receive(event["response"]))
        network.on("Network.webSocketFrameSent", lambda event: self._send(event["response"]))

    def open(self, address: str, *, until: str, count: int = 1) -> None:
        """Go to a page and wait until `count` elements match the CSS selector `until` and all is quiet."""
        self.page.goto(address)
        self.page.wait_for_function(
            "([wanted, count]) => document.querySelectorAll(wanted).length >= count", arg=[until, count], timeout=PATIENCE * 1e3
        )
        self.settle(quiet=2)

    def settle(self, *, quiet: float = 0.2) -> None:
        """Until the script has ended and nothing has come for `quiet` seconds."""
        heard = -1
        while heard != len(self.received) or not any(map(_is_end, self.received)):
            heard = len(self.received)
            self.page.wait_for_timeout(quiet * 1e3)

    def start_watching(self, maps: str) -> None:
        """Forget what came, and look at the maps in every frame from the next key or click on. maps: where they are, in CSS."""
        self.page.bring_to_front()
        self.received.clear()
        self.n_sent = 0
        self.page.evaluate("maps => { window.watched = watchMaps(maps) }", maps)

    def watched(self) -> Repaint:
        """What was seen, once all maps are new and the script has ended."""
        seen = Repaint(**self.page.evaluate("window.watched"))
        self.settle()
        return seen

    def n_bytes(self, wanted: Callable[[ForwardMsg], bool] = lambda message: True) -> int:
        """Size of what came, or of some of the messages."""
        return sum(len(frame) for frame in self.received if wanted(ForwardMsg.FromString(frame)))

    def close(self) -> None:
        self.page.context.close()

    def _receive(self, frame: dict) -> None:
        if frame["opcode"] == BINARY:
            self.received.append(base64.b64decode(frame["payloadData"]))

    def _send(self, frame: dict) -> None:
        self.n_sent += frame["opcode"] == BINARY


def _is_end(frame: bytes) -> bool:
    return ForwardMsg.FromString(frame).WhichOneof("type") == "script_finished"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
