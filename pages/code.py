"""Code: MHA and MQA of the tutorial, line by line, with the live shape of every tensor."""

from functools import partial

import streamlit as st
from torch import Tensor

from attention_core import GQA
from attention_core.experiments.memory_layout import share, stored_bytes
from attention_core.steps import walk
from ui import controls, frame, links
from ui.code import code_that_ran
from ui.lessons import code as lesson
from ui.lessons.code_files import notebook, script
from ui.listing import listing
from ui.listing.side_by_side import side_by_side
from ui.pictures import draw
from ui.questions import ask
from ui.questions.code import QUESTIONS, Asked
from ui.section import section
from ui.texts import t
from ui.views import Code


def choose(view: Code) -> None:
    """Which layer, and every size of it: none of them can go wrong with another."""
    with controls.row():
        for name in ("kind", *lesson.SIZES):
            controls.menu(view, name)
        st.button(t("code.tutorial_sizes"), on_click=lesson.take_tutorial_sizes)
        st.button(t("code.undo"), on_click=links.reset, args=("code",))


def show_walk(found: lesson.Walk, place: int, source: str) -> None:
    """The listing beside the line it has come to."""
    section("walk", t("code.walk"), source=source, hint=t("code.walk_hint"))
    left, right = st.columns([1, 1.3], gap="medium")  # on a phone the step comes first, the long listing below it
    with left:
        show_step(found, place)
    with right:
        listing(lesson.listing_lines(found), chosen=place, key="code.listing", label=t("code.walk"), on_choose=lesson.go_to)


def show_step(found: lesson.Walk, place: int) -> None:
    """One line: why it is there, what it did, and its tensors before and after."""
    step, last = found.steps[place], len(found.steps) - 1
    with controls.row():
        st.button(t("code.back"), on_click=lesson.go_to, args=(place - 1,), disabled=place == 0, key="code.back")
        st.button(t("code.forward"), on_click=lesson.go_to, args=(place + 1,), disabled=place == last, key="code.forward")
        st.caption(t("code.progress", here=place + 1, all=last + 1))
    st.progress(place / last)
    st.code(step.source, language="python", wrap_lines=True)
    st.markdown(t(f"code.why.{lesson.reason(step)}"))
    fate = lesson.fate_of(step)
    if fate is not None:
        st.caption(t(f"code.fate.{fate}"))
    sides = [side for side in ("before", "after") if side == "after" or lesson.before(found, place)]
    for column, side in zip(st.columns(len(sides)), sides, strict=True):
        with column:
            st.markdown(f"**{t(f'code.{side}')}**")
            for number, tensor in enumerate(getattr(lesson, side)(found, place)):
                show_tensor(found, f"{side}.{number}", *tensor)
            if side == "after":
                show_rest(found, place)
    if lesson.is_cut(found):
        st.caption(t("code.cut_note"))


def show_rest(found: lesson.Walk, place: int) -> None:
    """What a line gave besides pictures: plain numbers to read, tensors to save."""
    tensors = lesson.after(found, place)
    if not tensors:
        st.markdown("  \n".join(f"`{name} = {value}`" for name, value in found.steps[place].gave.items()))
    for name, values, axes in tensors:
        table = partial(lesson.csv, found, values, axes)
        st.download_button(t("code.csv", name=name), table, f"{name}.csv", "text/csv", on_click="ignore", key=f"code.csv.{name}")


def show_tensor(found: lesson.Walk, key: str, name: str, values: Tensor, axes: str) -> None:
    """A tensor's name, axes, shape and strides above its picture."""
    st.markdown(f"`{name}` {lesson.shape(values)}")
    st.caption(t("code.tensor", axes=axes, strides=list(values.stride())))
    draw(lesson.picture(found, values, axes), key=f"code.{key}", label=f"{name} {lesson.shape(values)}")


def compare(walks: list[lesson.Walk], source: str) -> None:
    """MHA and MQA line against line, and what each has to learn."""
    section("compare", t("code.compare"), source=source, hint=t("code.compare_hint"))
    kinds = [type(found.layer) for found in walks]
    side_by_side(*map(lesson.plain_lines, kinds), names=tuple(kind.__name__ for kind in kinds))
    counts = lesson.parameters(walks)
    st.markdown(t("code.parameters", share=f"{1 - counts.iloc[-1, 1] / counts.iloc[-1, 0]:.0%}"))
    st.dataframe(counts)


def show_sharing(found: lesson.Walk, source: str) -> None:
    """The same keys for every head: copied, or only looked at again."""
    section("sharing", t("code.sharing"), source=source, hint=t("code.sharing_hint"))
    rows = next(step.gave["k"] for step in found.steps if step.source == "k = self.fc_k(k)")
    both = share(rows, found.spec.num_head)
    ways = (
        ("repeat(num_head, 1, 1)", both.repeated, both.repeated, "h b k d"),
        ("expand(num_head, …)", both.expanded, rows, "b k d"),
    )
    for number, (column, (way, keys, stored, axes)) in enumerate(zip(st.columns(2), ways, strict=True)):
        with column:
            st.markdown(f"`k.{way}` {lesson.shape(keys)}")
            st.caption(t("code.in_memory", strides=list(keys.stride()), bytes=f"{stored_bytes(keys):,}"))
            draw(lesson.picture(found, stored, axes), key=f"code.sharing.{number}", label=f"k.{way}")
    st.markdown(t("code.sharing_equal" if both.equal else "code.sharing_unequal"))


def hand_out(view: Code) -> None:
    """The tutorial's test, and the code to take home."""
    section("test", t("code.test"), source=t("code.source", seed=view.seed), hint=t("code.test_hint"))
    st.button(t("code.run_test"), type="primary", on_click=links.change, args=("code",), kwargs={"tested": True})
    if view.tested:
        st.code(lesson.tutorial_test(), language=None, wrap_lines=True)
    section("files", t("code.files"), source=t("code.source", seed=view.seed), hint=t("code.files_hint"))
    st.code("\n".join(lesson.report_of(lesson.spec_of(view, kind)) for kind in lesson.LAYERS), language=None, wrap_lines=True)
    spec = lesson.spec_of(view)
    with controls.row():
        st.download_button(t("code.script"), script(spec), "attention.py", "text/x-python", on_click="ignore")
        st.download_button(t("code.notebook"), notebook(spec), "attention.ipynb", "application/x-ipynb+json", on_click="ignore")


frame.page("code")
view = links.view(Code)
st.markdown(t("code.story"))
choose(view)
found = lesson.walked(lesson.spec_of(view))
walks = [lesson.walked(lesson.spec_of(view, kind)) for kind in lesson.LAYERS]
source = t("code.source", seed=view.seed)
show_walk(found, lesson.place_of(view, found), source)
compare(walks, source)
show_sharing(walks[1], source)
hand_out(view)
code_that_ran(walk, GQA)
ask(QUESTIONS, Asked(*walks))
