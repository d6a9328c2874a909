"""Menus whose contents are sent when they are opened."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture
def playground(server, page: Page) -> Page:
    page.goto(f"{server(APP)}/?lang=zh&weights=random")
    page.wait_for_selector(".sa-plot[data-drawn]", timeout=60_000)
    return page


def test_a_sample_is_read_when_it_is_chosen(playground):
    playground.get_by_role("button", name="例句").click()
    playground.get_by_role("radio", name="老鼠追猫").or_(playground.get_by_role("button", name="老鼠追猫")).first.click()
    expect(playground.locator(".sentence textarea").first).to_have_value("老鼠追猫", timeout=20_000)
    expect(playground.get_by_text("难断的、少见的")).to_have_count(0, timeout=20_000)


def test_more_settings_stay_open_while_they_are_changed(playground):
    playground.get_by_role("button", name="更多设置").click()
    playground.get_by_role("radio", name="32").or_(playground.get_by_role("button", name="32", exact=True)).first.click()
    playground.wait_for_url("**width=32**", timeout=20_000)
    expect(playground.get_by_text("随机种子")).to_be_visible()
