"""/masks and /code in a real browser: drawing by mouse and keyboard, and the listing by keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT

GRID = "The grid: click to open or close"
CELL = """([label, row, column]) => {
    const node = document.querySelector(`.sa-plot[aria-label="${label}"] .sa-figure`);
    node.scrollIntoView({block: 'center'});
    const {xaxis, yaxis} = node._fullLayout, box = node.getBoundingClientRect();
    return [box.x + xaxis._offset + xaxis.d2p(column), box.y + yaxis._offset + yaxis.d2p(row)];
}"""


@pytest.fixture
def lesson(server, page: Page):
    """`lesson("masks?…")`: that page in English, drawn to its end."""

    def open_(address: str) -> Page:
        page.goto(f"{server(ROOT / 'app.py')}/{address}&lang=en")
        expect(page.locator(".st-key-frame-foot")).to_be_visible(timeout=60_000)
        expect(page.locator(".sa-plot[data-drawn]").first).to_be_visible(timeout=40_000)
        return page

    return open_


def turned(page: Page, expected: str) -> None:
    expect(page).to_have_url(re.compile(rf"[?&]turned={re.escape(expected)}(&|$)"), timeout=20_000)


def test_cells_are_turned_by_mouse_and_keyboard_and_taken_back(lesson):
    page = lesson("masks?mask=causal")
    page.mouse.click(*page.evaluate(CELL, [GRID, 0, 3]))
    turned(page, "8")
    expect(page.get_by_text("can see 2: 我, 晴天").first).to_be_visible()
    page.mouse.move(0, 0)
    page.mouse.click(*page.evaluate(CELL, [GRID, 2, 1]))
    turned(page, "8..2")
    page.mouse.move(0, 0)
    page.mouse.click(*page.evaluate(CELL, [GRID, 2, 1]))
    turned(page, "8")
    page.locator(f'.sa-plot[aria-label="{GRID}"]').focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page).not_to_have_url(re.compile(r"turned=8(&|$)"), timeout=20_000)
    page.keyboard.press("Escape")
    turned(page, "8")


def test_a_link_rebuilds_the_drawing(lesson):
    page = lesson("masks?mask=open&turned=.1ff&query=1")
    expect(page.get_by_text("“喜欢” can see nobody.").first).to_be_visible()


def test_listing_is_walked_by_keys_and_by_click(lesson):
    page = lesson("code?step=2")
    chosen = page.locator("li.chosen")
    expect(chosen).to_contain_text("q = self.fc_q(q)")
    chosen.focus()
    page.keyboard.press("ArrowDown")
    expect(chosen).to_contain_text("k = self.fc_k(k)", timeout=20_000)
    expect(page).to_have_url(re.compile("step=3"))
    assert page.evaluate("document.activeElement.shadowRoot?.activeElement?.className ?? document.activeElement.className")
    page.locator("li", has_text="scores = q @ k.transpose(1, 2)").click()
    expect(chosen).to_contain_text("[6, 5, 7]", timeout=20_000)
    page.get_by_role("button", name="Next line").click()
    expect(chosen).to_contain_text("scores = scores / d_k**0.5", timeout=20_000)


def test_tutorials_test_runs_at_the_press_of_a_button(lesson):
    page = lesson("code?step=2")
    page.get_by_role("button", name="Run the test").click()
    expect(page.get_by_text("MQA: attention [80, 2, 4], output [10, 2, 8]")).to_be_visible(timeout=20_000)
