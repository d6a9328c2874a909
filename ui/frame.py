"""What surrounds every lesson: its title, idea and tools, the list of lessons, and the way to the next one."""

from pathlib import Path
from typing import NamedTuple

import streamlit as st

from ui import links, path, views  # noqa: F401 - views registers every page's view before an address is read
from ui.components import kit
from ui.errors import friendly
from ui.texts import LANGUAGES, language, literal, t, use

ROOT = Path(__file__).parent.parent
STYLE = (Path(__file__).parent / "frame.css").read_text(encoding="utf-8")
ICON = Path(__file__).parent / "icon.svg"
PROJECTOR = (Path(__file__).parent / "projector.css").read_text(encoding="utf-8")
SIDEBAR_WIDTH = 232  # pixels
PROJECTOR_SCALE = 1.5


class Lesson(NamedTuple):
    """A lesson: its page file's name and text file, and its address."""

    key: str
    path: str


LESSONS = tuple(Lesson(key, "" if key == "playground" else key) for _, keys in path.SECTIONS for key in keys)
"""In the order in which they are taught."""


def run() -> None:
    """One run of the app: find the page, settle language and view, draw the frame and the lesson in it."""
    st.session_state["frame.open"] = True
    try:
        _draw()
    finally:
        st.session_state["frame.open"] = False


def page(key: str) -> None:
    """The opening of a lesson: title, the idea in one line, and the tools that are on every page."""
    if not st.session_state.get("frame.open"):
        # A server that has not met st.navigation yet takes pages/ for Streamlit's old kind of app and runs a page by itself.
        run()
        st.stop()
    with st.container(key="frame-head", horizontal=True, vertical_alignment="top", gap="medium"):
        with st.container(key="frame-title", width="stretch", gap=None):
            st.title(t(f"{key}.title"), anchor=False)
            st.markdown(t(f"{key}.idea"))
        with st.container(key="frame-tools", horizontal=True, width="content", gap="xsmall"):
            _tools()
    if faults := st.session_state["frame.faults"]:
        items = "、" if language() == "zh" else ", "
        st.warning(t("frame.bad_link", items=items.join(literal(f"{name}={given[:40]}") for name, given in faults)))


def existing() -> list[Lesson]:
    """The lessons whose page is there, in the order in which they are taught."""
    return [lesson for lesson in LESSONS if (ROOT / "pages" / f"{lesson.key}.py").is_file()]


def projector() -> bool:
    """Whether the visitor wants type that can be read from the last row."""
    return links.shared("projector", False)


def type_scale() -> float:
    """How much larger than on a desk the type of pictures is."""
    return PROJECTOR_SCALE if projector() else 1.0


def _draw() -> None:
    pages = {
        lesson: st.Page(f"pages/{lesson.key}.py", title=lesson.key, url_path=lesson.path, default=not lesson.path)
        for lesson in existing()
    }
    here = st.navigation(list(pages.values()), position="hidden")
    lesson = next(lesson for lesson, page in pages.items() if page is here)
    st.session_state["frame.lesson"] = lesson
    if links.shared("lang") is None:
        links.change("shared", lang=_browser_language())
    st.session_state["frame.faults"] = links.arrive(lesson.key)
    use(links.shared("lang"))
    st.set_page_config(
        page_title=f"{t(f'{lesson.key}.name')} · {t('frame.app')}",
        page_icon=str(ICON),
        layout="wide",
        initial_sidebar_state="collapsed" if projector() else SIDEBAR_WIDTH,
        menu_items={"About": t("frame.about")},
    )
    st.html(f"<style>{STYLE}{PROJECTOR if projector() else ''}</style>")
    kit()
    with st.sidebar:
        path.outline({lesson.key: page for lesson, page in pages.items()})
    with friendly():
        here.run()
    _closing(lesson, pages)


def _tools() -> None:
    st.button(
        " / ".join(f"**{name}**" if code == language() else name for code, name in LANGUAGES.items()),
        key="frame.language",
        help=t("frame.language"),
        on_click=_other_language,
    )
    st.button(
        t("frame.projector_off" if projector() else "frame.projector"),
        key="frame.projector",
        help=t("frame.projector_help"),
        on_click=_toggle_projector,
    )
    with st.popover(t("frame.share"), key="frame.share"):
        lesson = st.session_state["frame.lesson"]
        st.caption(t("frame.share_help"))
        st.code(links.address(lesson.key, lesson.path), language=None, wrap_lines=True)


def _other_language() -> None:
    codes = list(LANGUAGES)
    links.change("shared", lang=codes[(codes.index(language()) + 1) % len(codes)])


def _toggle_projector() -> None:
    links.change("shared", projector=not projector())


def _browser_language() -> str:
    """zh for a Chinese browser, en for any other."""
    return "zh" if (st.context.locale or "").lower().startswith("zh") else "en"


def _closing(lesson: Lesson, pages: dict[Lesson, st.Page]) -> None:
    order = list(pages)
    following = order[order.index(lesson) + 1 :]
    with st.container(key="frame-foot"):
        if following:
            label = t("frame.next", title=t(f"{following[0].key}.name"))
            st.page_link(
                pages[following[0]],
                label=label,
                icon=":material/arrow_forward:",
                icon_position="right",
                query_params=links.query(following[0].key),
            )
        st.caption(t("frame.here"))
