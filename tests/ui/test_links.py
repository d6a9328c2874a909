"""Links: any view can be rebuilt from its link, a bad link never breaks a page, and the session keeps what the address drops."""

from dataclasses import dataclass, fields

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from ui import links, views  # noqa: F401 - views registers the views of the pages
from ui.links import Fault, View, choice, flag, real, typed, whole


@dataclass(frozen=True)
class Sample(View, page="a test's page"):
    text: str = typed("猫追老鼠")
    kind: str = choice("mha", ("mha", "gqa", "mqa"))
    heads: int = choice(8, (1, 2, 8))
    size: int = whole(3, low=-2, high=7)
    tau: float = real(1.0, low=0.0, high=1000.0)
    causal: bool = flag(True)
    query: int | None = whole(None, low=0, high=511)

    def __post_init__(self) -> None:
        if self.kind == "gqa" and self.heads == 1:
            raise ValueError("1 head cannot be shared by 2 groups")


def value_of(form):
    """Any value that a field may have."""
    if isinstance(form, links.Choice):
        return st.sampled_from(list(form.allowed()))
    if isinstance(form, links.Number):
        return st.integers(form.low, form.high) if form.kind is int else st.floats(form.low, form.high)
    if isinstance(form, links.Flag):
        return st.booleans()
    return st.text(max_size=40) if isinstance(form, links.Text) else st.nothing()  # another form is tested where it is defined


VIEWS = sorted((view for view in View.pages.values() if view is not Sample), key=lambda view: view.page)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.page)
@given(st.data())
def test_every_view_is_rebuilt_from_its_link(view, data):
    values = {f.name: data.draw(st.just(f.default) | value_of(f.metadata["form"]), f.name) for f in fields(view)}
    try:
        wanted = view(**values)
    except ValueError:  # each value is possible, but not all together
        reject()
    assert links.read(view, links.write(wanted)) == (wanted, ())


@pytest.mark.parametrize(
    ("wanted", "written"),
    [
        (Sample(), {}),
        (Sample(text=""), {"text": ""}),
        (Sample(size=0), {"size": "0"}),
        (Sample(tau=0.0), {"tau": "0.0"}),
        (Sample(causal=False), {"causal": "0"}),
        (Sample(query=0), {"query": "0"}),
        (Sample(text="&=?#+%20 我"), {"text": "&=?#+%20 我"}),
    ],
)
def test_false_zero_and_empty_are_part_of_a_link(wanted, written):
    assert links.write(wanted) == written
    assert links.read(Sample, written) == (wanted, ())


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("kind", "MHA"),
        ("kind", ""),
        ("heads", "3"),
        ("heads", "8.0"),
        ("size", "8"),
        ("size", "1_0"),
        ("size", "１"),
        ("tau", "nan"),
        ("tau", "inf"),
        ("tau", "-1"),
        ("tau", "1e999"),
        ("causal", "true"),
        ("query", "-1"),
        ("text", "x" * (links.LONGEST_TEXT + 1)),
    ],
)
def test_bad_value_falls_back_alone_and_is_named(name, given):
    view, faults = links.read(Sample, {"size": "5", name: given})
    assert faults == (Fault(name, given),)
    assert getattr(view, name) == getattr(Sample(), name)
    assert view.size == (3 if name == "size" else 5)


def test_values_that_do_not_go_together_fall_back_together():
    view, faults = links.read(Sample, {"kind": "gqa", "heads": "1", "size": "5"})
    assert view == Sample()
    assert {fault.name for fault in faults} == {"kind", "heads", "size"}


@given(st.dictionaries(st.sampled_from([f.name for f in fields(Sample)]), st.text(max_size=20)))
def test_no_link_breaks_a_page(given):
    view, faults = links.read(Sample, given)
    assert isinstance(view, Sample)
    assert {fault.name for fault in faults} <= set(given)


def visit() -> None:
    """A page that shows its view, and buttons that change it."""
    from dataclasses import dataclass

    import streamlit as st

    from ui import links
    from ui.links import View, typed, whole

    @dataclass(frozen=True)
    class Visited(View, page="visited"):
        text: str = typed("default")
        size: int = whole(3, low=0, high=7)

    page = st.session_state.get("page", "visited")
    faults = links.arrive(page)
    st.code(repr(links.view(Visited)))
    st.code(repr(faults))
    st.button("size", on_click=links.change, args=("visited",), kwargs={"size": 0})
    st.button("text", on_click=links.change, args=("visited",), kwargs={"text": ""})
    st.button("reset", on_click=links.reset, args=("visited",))


@pytest.fixture
def visitor() -> AppTest:
    return AppTest.from_function(visit)


def seen(visitor: AppTest) -> str:
    return visitor.code[0].value.partition(">.")[2].removeprefix("Visited")


def test_link_leads_on_arrival_and_controls_lead_afterwards(visitor):
    visitor.query_params["size"] = "5"
    assert seen(visitor.run()) == "(text='default', size=5)"
    visitor.button[0].click().run()
    assert seen(visitor) == "(text='default', size=0)"
    assert visitor.query_params["size"] == "0"


def test_control_that_outruns_the_address_bar_wins(visitor):
    """The browser may send its next press with the address from before: that address is the session's own and must not lead."""
    visitor.run()
    before = dict(visitor.query_params)
    visitor.button[0].click().run()
    visitor.query_params.clear()
    visitor.query_params.update(before)
    visitor.button[1].click().run()
    assert seen(visitor) == "(text='', size=0)"


def test_page_change_that_drops_the_address_loses_nothing(visitor):
    visitor.run().button[1].click().run()
    visitor.button[0].click().run()
    visitor.session_state["page"] = "elsewhere"
    visitor.query_params.clear()
    visitor.run()
    assert visitor.query_params == {"text": ""}
    visitor.session_state["page"] = "visited"
    visitor.query_params.clear()
    visitor.run()
    assert seen(visitor) == "(text='', size=0)"
    assert visitor.query_params == {"text": "", "size": "0"}


def test_bad_link_is_reported_once_and_put_right(visitor):
    visitor.query_params["size"] = "many"
    visitor.run()
    assert visitor.code[1].value == "(Fault(name='size', given='many'),)"
    assert visitor.query_params == {}
    visitor.run()
    assert visitor.code[1].value == "()"


def test_reset_keeps_what_all_pages_share(visitor):
    visitor.run().button[0].click().run()
    visitor.button[1].click().run()
    visitor.button[2].click().run()
    assert seen(visitor) == "(text='', size=3)"
