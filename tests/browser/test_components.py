"""The pictures in a real browser: clicks, keys, reruns, hostile labels, phones."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

SCRIPT = Path(__file__).with_name("pictures.py")


@pytest.fixture
def pictures(server, page: Page) -> Page:
    page.goto(server(SCRIPT))
    expect(page.locator(".sa-hero .word")).to_have_count(5, timeout=40_000)
    expect(page.locator(".sa-plot .main-svg").first).to_be_visible(timeout=40_000)
    expect(page.locator(".sa-plot[data-drawn]")).to_have_count(3, timeout=20_000)
    return page


def _grid(page: Page):
    return page.locator(".sa-plot[aria-label=grid]")


def _cell(page: Page, trace: int, row: int, column: int, *, label: str = "grid") -> tuple[float, float]:
    """Where a cell is on the screen."""
    place = page.evaluate(
        """([label, trace, row, column]) => {
            const node = document.querySelector(`.sa-plot[aria-label=${label}] .sa-figure`);
            node.scrollIntoView({block: 'center'});
            const {xaxis, yaxis} = node._fullLayout, {x0, y0} = node.data[trace], box = node.getBoundingClientRect();
            return [box.x + xaxis._offset + xaxis.d2p(x0 + column), box.y + yaxis._offset + yaxis.d2p(y0 + row)];
        }""",
        [label, trace, row, column],
    )
    return place[0], place[1]


def test_a_click_on_a_cell_gives_python_head_row_and_column(pictures: Page):
    pictures.mouse.click(*_cell(pictures, 1, 3, 2))
    expect(pictures.get_by_text("grid Selection(head=1, row=3, column=2, name='head 2')")).to_be_visible()
    expect(pictures.get_by_text("told 1")).to_be_visible()
    pictures.mouse.move(0, 0)
    pictures.mouse.click(*_cell(pictures, 1, 3, 2))
    expect(pictures.get_by_text("grid None")).to_be_visible()


def test_a_click_is_seen_in_the_other_pictures_without_a_rerun(pictures: Page):
    pictures.route("**/_stcore/**", lambda route: route.abort())
    pictures.mouse.click(*_cell(pictures, 2, 1, 4))
    box = pictures.locator(".sa-hero .word[data-place='1'] rect")
    expect(box).to_have_attribute("stroke-width", "2.5")
    shapes = "document.querySelector('.sa-plot[aria-label=matrix] .sa-figure').layout.shapes.length"
    assert pictures.evaluate(shapes) == 2


def test_a_rerun_keeps_node_and_zoom_and_never_shows_a_blank_frame(pictures: Page):
    range_now = "document.querySelector('.sa-plot[aria-label=grid] .sa-figure')._fullLayout.xaxis.range"
    whole = pictures.evaluate(range_now)
    _grid(pictures).hover()
    _grid(pictures).get_by_role("button", name="zoom_in").click()
    zoomed = pictures.evaluate(range_now)
    assert zoomed[1] - zoomed[0] < 0.6 * (whole[1] - whole[0])
    pictures.evaluate(
        """() => {
            const node = document.querySelector('.sa-plot[aria-label=grid] .sa-figure');
            window.kept = [node, node.querySelector('.main-svg')];
            const visible = node.querySelectorAll('.heatmaplayer image').length;
            window.blank = 0; window.frames = 0;
            const look = () => {
                window.frames += 1;
                const images = node.querySelectorAll('.heatmaplayer image');
                const empty = [...images].some(one => !one.getAttribute('href'));
                if (!node.isConnected || !visible || images.length !== visible || empty) window.blank += 1;
                window.looking = requestAnimationFrame(look);
            };
            look();
        }"""
    )
    before = pictures.evaluate("document.querySelector('.sa-plot[aria-label=grid] .sa-figure').data[0].z[0][0]")
    pictures.get_by_test_id("stNumberInputStepUp").click()
    expect(pictures.get_by_text("seed is 1")).to_be_visible()
    pictures.wait_for_function(
        "before => document.querySelector('.sa-plot[aria-label=grid] .sa-figure').data[0].z[0][0] !== before", arg=before
    )
    pictures.wait_for_timeout(300)
    kept = "() => { const node = document.querySelector('.sa-plot[aria-label=grid] .sa-figure');"
    assert pictures.evaluate(kept + "return node === kept[0] && node.querySelector('.main-svg') === kept[1]; }")
    assert pictures.evaluate(range_now) == pytest.approx(zoomed)
    assert pictures.evaluate("window.frames") > 3
    assert pictures.evaluate("window.blank") == 0


def test_hostile_labels_stay_literal(pictures: Page):
    pictures.mouse.move(*_cell(pictures, 0, 0, 0))
    tip = _grid(pictures).locator(".sa-tip")
    expect(tip).to_contain_text('<img␣src=x␣onerror="window.hacked=1">')
    expect(tip).to_contain_text("head <b>1</b>")
    expect(pictures.locator(".sa-hero .word title").first).to_contain_text("<img␣src")
    ticks = pictures.locator(".sa-plot[aria-label=matrix] .ytick text")
    expect(ticks).to_have_text([re.compile(r"^<img␣src=x␣on…$"), "人", "人", "2024", "$x$"])
    assert pictures.evaluate("window.hacked") is None
    assert pictures.locator(".sa-plot img, .sa-hero img").count() == 0


def test_the_pointer_shows_the_true_value_and_tells_twins_apart(pictures: Page):
    pictures.mouse.move(*_cell(pictures, 1, 2, 1))
    tip = _grid(pictures).locator(".sa-tip")
    expect(tip).to_contain_text("人 #2 → 人 #1")
    import numpy as np

    weight = np.random.default_rng(0).dirichlet(np.ones(5) / 3, (3, 5)).astype(np.float32)[1, 2, 1]
    assert float(tip.locator("div").last.text_content()) == pytest.approx(weight, abs=1e-5)


def test_cells_by_keyboard(pictures: Page):
    _grid(pictures).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        pictures.keyboard.press(key)
    expect(pictures.get_by_text("grid Selection(head=0, row=1, column=1, name='head <b>1</b>')")).to_be_visible()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        pictures.keyboard.press(key)
    expect(pictures.get_by_text("grid Selection(head=1, row=1, column=0, name='head 2')")).to_be_visible()
    expect(_grid(pictures).locator(".sa-spoken")).to_contain_text("人 #1")
    pictures.keyboard.press("Escape")
    expect(pictures.get_by_text("grid None")).to_be_visible()


def test_words_by_mouse_and_keyboard(pictures: Page):
    pictures.locator(".sa-hero .word").nth(2).click()
    expect(pictures.get_by_text("hero Selection(head=None, row=2, column=None, name='')")).to_be_visible()
    pictures.locator(".sa-hero").focus()
    pictures.keyboard.press("ArrowRight")
    pictures.keyboard.press("ArrowDown")
    expect(pictures.get_by_text("hero Selection(head=0, row=3, column=None, name='head <b>1</b>')")).to_be_visible()
    pictures.keyboard.press("Escape")
    expect(pictures.get_by_text("hero None")).to_be_visible()


def test_an_arc_selects_its_head(pictures: Page):
    arc = pictures.locator(".sa-hero .arc[data-head='2']")
    arc.locator("text").click()
    expect(pictures.get_by_text("hero Selection(head=2, row=None, column=None, name='head 3')")).to_be_visible()


def test_labels_of_arcs_never_lie_on_each_other_or_on_words(pictures: Page):
    pictures.wait_for_timeout(600)
    boxes = pictures.evaluate(
        """() => [...document.querySelectorAll('.sa-hero .arc[data-head] text, .sa-hero .word rect')]
            .filter(node => getComputedStyle(node).visibility === 'visible').map(node => { const b = node.getBoundingClientRect();
            return [b.left + 2, b.top + 2, b.right - 2, b.bottom - 2]; })"""
    )
    assert len(boxes) >= 6
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_the_temperature_turns_without_the_server(pictures: Page):
    picture = pictures.locator(".sa-plot[aria-label=temperature]")
    sent: list = []
    pictures.on("websocket", lambda socket: sent.append(socket))
    picture.focus()
    pictures.keyboard.press("ArrowRight")
    pictures.keyboard.press("ArrowRight")
    expect(picture.locator(".sa-spoken")).to_have_text("2")
    heights = "document.querySelector('.sa-plot[aria-label=temperature] .sa-figure')._fullData[0].y"
    pictures.wait_for_function(f"{heights}[2] === 1")
    assert sent == []


def test_a_phone_has_no_sideways_scrolling_and_words_in_a_column(server, browser):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(server(SCRIPT))
    expect(page.locator(".sa-plot[data-drawn]")).to_have_count(3, timeout=40_000)
    expect(page.locator(".sa-hero")).to_have_attribute("data-mode", "column")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.touchscreen.tap(*_cell(page, 1, 3, 2))
    expect(page.get_by_text("grid Selection(head=1, row=3, column=2, name='head 2')")).to_be_visible()
    context.close()


def test_the_pictures_work_below_a_base_path(server, page: Page):
    page.goto(server(SCRIPT, "--server.baseUrlPath", "class") + "/class")
    expect(page.locator(".sa-plot .main-svg").first).to_be_visible(timeout=40_000)


def test_pictures_save_as_svg(pictures: Page):
    with pictures.expect_download() as saved:
        pictures.locator(".sa-hero").hover()
        pictures.locator(".sa-hero").get_by_role("button", name="save_svg").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert saved.value.suggested_filename == "sentence.svg"
    assert "人" in text
    assert "<img" not in text


def test_a_dropped_request_for_plotly_is_made_again(server, page: Page):
    """One failed import left every picture of the page an error until it was reloaded."""
    page.route("**/PlotlyChart.*", lambda route: route.continue_() if "again" in route.request.url else route.abort())
    page.goto(server(SCRIPT))
    expect(page.locator(".sa-plot .main-svg").first).to_be_visible(timeout=60_000)
