"""A Streamlit server and a real browser.

Without Chromium the browser tests are skipped; with REQUIRE_BROWSER=1 in the environment that is a failure.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
START_SECONDS = 60


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int, process: subprocess.Popen) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"streamlit did not answer on port {port} within {START_SECONDS} s")


@pytest.fixture(scope="session")
def server() -> Iterator[Callable[..., str]]:
    """`server(script, *options)`: the address of `streamlit run script` on a free port, started once for equal arguments."""
    running: dict[tuple, tuple[subprocess.Popen, str]] = {}

    def start(script: str | Path, *options: str) -> str:
        if (script, options) not in running:
            port = _free_port()
            place = ["--server.port", str(port), "--server.headless", "true", "--server.fileWatcherType", "none"]
            command = [sys.executable, "-m", "streamlit", "run", str(script), *place, "--browser.gatherUsageStats", "false"]
            environment = os.environ | {"PYTHONPATH": str(ROOT)}
            process = subprocess.Popen([*command, *options], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
            running[script, options] = process, f"http://127.0.0.1:{port}"
            _wait_for(port, process)
        return running[script, options][1]

    yield start
    for process, _ in running.values():
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        (pytest.fail if os.environ.get("REQUIRE_BROWSER") == "1" else pytest.skip)("no Chromium found")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of 1280 × 900 px; an error thrown by a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []
