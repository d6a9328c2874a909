"""The frame in a real browser: composing with an input method, back and forward, drafts, and a room without internet."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

APP = Path(__file__).parents[2] / "app.py"
BOX = ".sentence textarea >> nth=0"


@pytest.fixture
def app(server, page: Page) -> Page:
    """The Playground in Chinese."""
    page.goto(f"{server(APP)}/?lang=zh")
    settle(page)
    return page


def settle(page: Page) -> None:
    """Wait until the run that the last action started is over."""
    page.wait_for_timeout(300)
    page.wait_for_selector("[data-test-script-state=notRunning]", state="attached", timeout=60_000)
    page.wait_for_selector(".st-key-frame-foot")
    page.wait_for_timeout(300)


def press(page: Page, **event: object) -> None:
    """An Enter as the browser hands it to the page."""
    page.locator(BOX).dispatch_event("keydown", {"key": "Enter", "bubbles": True, "cancelable": True, **event})
    settle(page)


@pytest.mark.parametrize("event", [{"isComposing": True}, {"keyCode": 229}], ids=["composing", "safari"])
def test_enter_of_an_input_method_does_not_submit(app, event):
    """Safari ends the composition before the key press and marks it by key code 229 alone."""
    app.locator(BOX).fill("我喜欢猫")
    press(app, **event)
    assert "text=" not in app.url
    press(app, keyCode=13)
    assert "text=" in app.url


def test_enter_within_a_real_composition_does_not_submit(app):
    app.locator(BOX).fill("")
    devtools = app.context.new_cdp_session(app)
    devtools.send("Input.imeSetComposition", {"text": "ni hao", "selectionStart": 6, "selectionEnd": 6})
    app.keyboard.press("Enter")
    settle(app)
    assert "text=" not in app.url


def test_back_and_forward_restore_each_view(app):
    first = app.url
    app.locator(BOX).fill("猫追老鼠")
    app.locator(BOX).press("Enter")
    settle(app)
    second = app.url
    app.locator(".stSidebar a").nth(1).click()
    settle(app)
    for url, text in ((second, "猫追老鼠"), (first, "我喜欢在晴天去北京的故宫游览")):
        app.go_back()
        settle(app)
        assert app.url == url
        expect(app.locator(BOX)).to_have_value(text)
    app.go_forward()
    settle(app)
    assert app.url == second
    expect(app.locator(BOX)).to_have_value("猫追老鼠")


def test_draft_survives_a_page_change(app):
    app.locator(BOX).fill("还没读的草稿")
    app.locator(".stSidebar a").nth(1).click()
    settle(app)
    app.locator(".stSidebar a").nth(0).click()
    settle(app)
    expect(app.locator(BOX)).to_have_value("还没读的草稿")
    assert "text=" not in app.url


def test_tools_can_be_pressed_and_keep_the_text(app):
    """Streamlit's header lies over them."""
    app.locator(BOX).fill("老鼠追猫")
    app.locator(BOX).press("Enter")
    settle(app)
    app.get_by_role("button", name="中文 / EN").click()
    settle(app)
    assert "lang=en" in app.url
    expect(app.locator(BOX)).to_have_value("老鼠追猫")
    app.get_by_role("button", name="Share link").click()
    expect(app.locator("[data-testid=stPopoverBody] code")).to_contain_text(app.url)


def test_nothing_is_asked_of_the_outside_world(server, page):
    outside: list[str] = []
    page.on(
        "request",
        lambda request: (
            outside.append(request.url) if not request.url.startswith(("http://127.0.0.1", "blob:", "data:")) else None
        ),
    )
    page.goto(server(APP))
    settle(page)
    assert outside == []


@pytest.mark.parametrize("path", ["", "scaling", "position"])
def test_nothing_is_wider_than_a_phone(server, page, path):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server(APP)}/{path}?lang=en")
    settle(page)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 360
