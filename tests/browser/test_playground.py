"""The main path: type a sentence, select in one picture, see it in all; change a control; share the link."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

APP = Path(__file__).parents[2] / "app.py"
BOX = ".sentence textarea >> nth=0"
HERO, GRID, DETAIL, ROW = (f".st-key-playground-{name}" for name in ("hero", "grid", "detail-weights", "row"))


@pytest.fixture
def playground(server, page: Page) -> Page:
    page.goto(f"{server(APP)}/?lang=zh")
    settle(page)
    return page


def settle(page: Page) -> None:
    """Wait until the run that the last action started is over and the pictures are drawn."""
    page.wait_for_timeout(400)
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached", timeout=60_000)
    page.wait_for_selector(".sa-plot[data-drawn]", timeout=60_000)
    page.wait_for_timeout(400)


def words_of(page: Page) -> str:
    return page.locator(".sa-hero svg").first.evaluate("svg => svg.textContent")


def test_the_default_sentence_is_drawn_at_once(playground):
    for word in ("我", "喜欢", "晴天", "北京", "故宫", "游览"):
        assert word in words_of(playground)
    assert playground.locator(".sa-plot .main-svg").count() > 0


def test_a_typed_sentence_is_read_on_enter(playground):
    playground.locator(BOX).fill("老鼠追猫")
    playground.locator(BOX).press("Enter")
    settle(playground)
    assert "追" in words_of(playground)
    assert "故宫" not in words_of(playground)
    assert "text=" in playground.url


def test_a_word_selected_in_the_hero_is_selected_everywhere(playground):
    playground.locator(".sa-hero svg text", has_text="北京").first.click()
    settle(playground)
    assert "query=5" in playground.url
    expect(playground.locator(".stMain")).to_contain_text("“北京”在看谁")


def test_a_cell_selected_in_the_detail_is_selected_everywhere(playground):
    plot = playground.locator(".sa-plot:has(.heatmaplayer)").nth(1).locator(".nsewdrag").first
    box = plot.bounding_box()
    plot.click(position={"x": box["width"] * 0.35, "y": box["height"] * 0.5})
    settle(playground)
    assert re.search(r"query=4", playground.url)
    assert "key=" in playground.url
    expect(playground.locator(".stMain")).to_contain_text("“去”在看谁")


def test_a_control_changes_the_picture_and_the_link_rebuilds_it(playground, server):
    playground.get_by_role("button", name="遮蔽 无").click()
    playground.get_by_text("因果", exact=False).last.click()
    settle(playground)
    assert "mask=causal" in playground.url
    expect(playground.get_by_role("button", name="遮蔽 因果")).to_be_visible()
    playground.goto(playground.url)
    settle(playground)
    expect(playground.get_by_role("button", name="遮蔽 因果")).to_be_visible()


def test_markup_is_shown_and_never_run(playground):
    playground.locator(BOX).fill("<img src=x onerror=alert(1)> <b>我</b> $x$ _a_")
    dialogs = []
    playground.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    playground.locator(BOX).press("Enter")
    settle(playground)
    assert dialogs == []
    assert playground.locator(".stMain img[src='x']").count() == 0
    assert "onerror" in words_of(playground)


def test_nothing_leaves_the_machine(server, page):
    outside = []
    page.on(
        "request",
        lambda request: "127.0.0.1" in request.url or request.url.startswith(("data:", "blob:")) or outside.append(request.url),
    )
    for path in ("", "scaling", "position"):
        page.goto(f"{server(APP)}/{path}?lang=zh")
        page.wait_for_selector(".st-key-frame-foot", timeout=60_000)
        page.wait_for_timeout(1500)
    assert outside == []


def test_dragging_the_temperature_sends_nothing(server, page):
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    page.goto(f"{server(APP)}/scaling?lang=zh")
    page.wait_for_selector(".js-plotly-plot .slider-container", timeout=60_000)
    page.wait_for_timeout(3000)
    sent = []
    for event in ("Network.webSocketFrameSent", "Network.webSocketFrameReceived"):
        devtools.on(event, lambda frame: sent.append(frame["response"]["payloadData"]))
    slider = page.locator(".slider-container .slider-rail-touch-rect").first
    slider.scroll_into_view_if_needed()
    before = page.locator(".slider-labels, .slider-label-group, .slider-group text").first.text_content()
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    page.mouse.down()
    for share in (0.5, 0.3, 0.15):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        page.wait_for_timeout(150)
    page.mouse.up()
    page.wait_for_timeout(500)
    assert page.locator(".slider-labels, .slider-label-group, .slider-group text").first.text_content() != before
    assert sent == []
