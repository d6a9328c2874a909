"""/qkv in a browser: the walk by keyboard, a cell traced by a click, a cell edited, nothing wider than a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

APP = Path(__file__).parents[2] / "app.py"
STEP = ".st-key-qkv-move"
FORMULA = ".st-key-formula-qkv-step annotation"
WAIT = 30_000


@pytest.fixture
def lesson(server, page: Page) -> Page:
    page.goto(f"{server(APP)}/qkv?lang=en&example=numbers&step=3")
    expect(page.locator(STEP)).to_contain_text("Step 4", timeout=90_000)
    expect(page.locator(".st-key-frame-foot")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached(timeout=60_000)
    return page


def at(page: Page, step: int) -> None:
    expect(page.locator(STEP)).to_contain_text(f"Step {step} of", timeout=WAIT)


def test_arrow_keys_walk_forth_and_back(lesson: Page):
    lesson.keyboard.press("ArrowRight")
    at(lesson, 5)
    expect(lesson.locator(FORMULA)).to_contain_text("boldsymbol{32}", timeout=WAIT)
    lesson.keyboard.press("ArrowLeft")
    at(lesson, 4)
    assert "step=3" in lesson.url


def test_arrow_keys_inside_a_picture_do_not_walk(lesson: Page):
    lesson.locator(".st-key-blocks-qkv-walk .sa-plot[data-drawn]").first.focus()
    lesson.keyboard.press("ArrowRight")
    lesson.wait_for_timeout(1500)
    at(lesson, 4)


def test_a_clicked_cell_is_traced_to_its_row_and_column(lesson: Page):
    cells = lesson.locator(".st-key-blocks-qkv-six-second .sa-plot").first
    expect(cells.locator(".nsewdrag")).to_be_attached(timeout=WAIT)
    cells.scroll_into_view_if_needed()
    grid = cells.locator(".nsewdrag").bounding_box()
    lesson.mouse.click(grid["x"] + grid["width"] * 0.625, grid["y"] + grid["height"] * 0.875)  # row 4, column 3 of 4 × 4
    expect(lesson.locator(".st-key-formula-qkv-cell annotation")).to_contain_text("A_{4,3}", timeout=WAIT)
    assert "row=3" in lesson.url
    assert "column=2" in lesson.url


def test_an_edited_cell_flows_through_and_can_be_undone(lesson: Page):
    lesson.keyboard.press("ArrowRight")
    at(lesson, 5)
    edit(lesson, "7")
    expect(lesson.locator(FORMULA)).to_contain_text("boldsymbol{56}", timeout=WAIT)
    assert "table=" in lesson.url
    lesson.get_by_role("button", name="Undo").click()
    expect(lesson.locator(FORMULA)).to_contain_text("boldsymbol{32}", timeout=WAIT)


def test_a_bad_cell_stays_as_typed_and_is_named(lesson: Page):
    edit(lesson, "1e999")
    warning = lesson.locator("[data-testid=stAlert]").first
    expect(warning).to_contain_text("1e999", timeout=WAIT)
    expect(lesson.locator("body")).not_to_contain_text("Details of the error")
    edit(lesson, "1")
    expect(lesson.locator("[data-testid=stAlert]", has_text="1e999")).to_have_count(0, timeout=WAIT)


def edit(page: Page, typed: str) -> None:
    """Type into Wq where the first number of q¹ comes from: row 2, column 1."""
    table = page.locator(".st-key-qkv-tables [data-testid=stDataFrame]").nth(1)
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.35, box["y"] + 87)
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    page.locator("#portal textarea").wait_for(timeout=WAIT)
    page.keyboard.press("Control+A")
    page.keyboard.type(typed)
    page.wait_for_timeout(500)  # the grid takes what is typed over between two frames
    page.keyboard.press("Enter")


@pytest.mark.parametrize("example", ["numbers", "sentence"])
def test_nothing_is_wider_than_a_phone(server, page: Page, example: str):
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{server(APP)}/qkv?lang=zh&example={example}&step=4")
    expect(page.locator(STEP)).to_contain_text(re.compile("第 5 步"), timeout=90_000)
    expect(page.locator(".st-key-frame-foot")).to_be_attached(timeout=60_000)
    page.wait_for_timeout(2000)
    assert page.locator(".stMain").evaluate("main => main.scrollWidth - main.clientWidth") == 0
    too_wide = """main => [...main.querySelectorAll('.sa-plot .main-svg, .stDataFrame')]
        .filter(one => one.getBoundingClientRect().right > 361).length"""
    assert page.locator(".stMain").evaluate(too_wide) == 0
