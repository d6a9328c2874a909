"""Pictures of every page × language × theme × width into screenshots/: `python -m tests.browser.screenshots`.

Starts the app by itself and needs Chromium. Beside each picture of a page stands nothing else: look at all of them.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from ui.frame import existing
from ui.texts import LANGUAGES

ROOT = Path(__file__).parents[2]
OUT = ROOT / "screenshots"
THEMES = ("light", "dark")
WIDTHS = (1280, 360)  # px
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PATIENCE = 60  # s
SETTLED = 1500  # ms without a change before a picture counts as drawn


def main() -> None:
    """Take all pictures, and say where they are."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("screenshots need Chromium on the path")
    OUT.mkdir(exist_ok=True)
    port = _free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.headless", "true"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_until_healthy(port)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for lesson, language, theme, width in product(existing(), LANGUAGES, THEMES, WIDTHS):
                path = OUT / f"{lesson.key}_{language}_{theme}_{width}.png"
                _take(browser, f"http://127.0.0.1:{port}/{lesson.path}?lang={language}", theme, width, path)
                print(path.relative_to(ROOT))
    finally:
        server.terminate()
        server.wait(timeout=20)


def _take(browser: Browser, address: str, theme: str, width: int, path: Path) -> None:
    """One page from top to bottom: the window is made as tall as what scrolls in it."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, device_scale_factor=1)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".st-key-frame-foot", timeout=PATIENCE * 1000)
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached", timeout=PATIENCE * 1000)
    page.wait_for_timeout(SETTLED)
    height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    page.set_viewport_size({"width": width, "height": max(900, height)})
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=path, timeout=PATIENCE * 1000)
    context.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_healthy(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the app did not answer within {PATIENCE} s")


if __name__ == "__main__":
    main()
