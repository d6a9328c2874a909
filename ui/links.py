"""A page's view as a link, and the link as a view.

A page declares its view once, as a frozen dataclass whose fields know how they are written in an address:

    @dataclass(frozen=True)
    class Scaling(View, page="scaling"):
        width: int = whole(64, low=1, high=512)
        kind: str = choice("dot", ("dot", "additive"))

The address bar leads when the visitor arrives by a link, or goes back or forward; otherwise the session leads and the address
follows. Values live in the session under the page's name, so a page change loses nothing; `lang`, `projector` and `text` are
shared by all pages.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LONGEST_TEXT = 20_000  # characters in an address; what a model reads is limited in tokens elsewhere
SEEN = 100  # addresses a session remembers as its own


class View:
    """What a page shows: a frozen dataclass of link fields, registered under its page's name."""

    page: ClassVar[str]
    pages: ClassVar[dict[str, type["View"]]] = {}

    def __init_subclass__(cls, *, page: str, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.page = page
        View.pages[page] = cls


V = TypeVar("V", bound=View)


class Fault(NamedTuple):
    """A part of a link that could not be used: the parameter's name and what the link gave."""

    name: str
    given: str


@dataclass(frozen=True)
class Choice:
    """One of a few values; `texts` names the text family of the options where it is not the page's own."""

    options: Sequence[Any] | Callable[[], Sequence[Any]]
    texts: str | None = None

    def allowed(self) -> Sequence[Any]:
        return self.options() if callable(self.options) else self.options

    def parse(self, given: str) -> Any:
        for option in self.allowed():
            if self.show(option) == given:
                return option
        raise ValueError(f"{given!r} is not one of {self.allowed()}")

    def show(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class Number:
    """A whole or real number from `low` to `high`, both allowed."""

    kind: type
    low: float
    high: float
    step: float | None = None
    texts: str | None = None

    def parse(self, given: str) -> float:
        if not re.fullmatch(r"[-+]?\d+" if self.kind is int else r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", given, re.ASCII):
            raise ValueError(f"{given!r} is not a number")
        value = self.kind(given)
        if not (math.isfinite(value) and self.low <= value <= self.high):
            raise ValueError(f"{given!r} is not between {self.low} and {self.high}")
        return value

    def show(self, value: float) -> str:
        return repr(value)


@dataclass(frozen=True)
class Flag:
    """Yes or no, written 1 or 0."""

    texts: str | None = None

    def parse(self, given: str) -> bool:
        if given not in ("0", "1"):
            raise ValueError(f"{given!r} is neither 0 nor 1")
        return given == "1"

    def show(self, value: bool) -> str:
        return str(int(value))


@dataclass(frozen=True)
class Text:
    """What somebody typed, as typed; empty counts."""

    texts: str | None = None

    def parse(self, given: str) -> str:
        if len(given) > LONGEST_TEXT:
            raise ValueError(f"{len(given)} characters are more than {LONGEST_TEXT}")
        return given

    def show(self, value: str) -> str:
        return value


def choice(default: Any, options: Sequence[Any] | Callable[[], Sequence[Any]], *, texts: str | None = None) -> Any:
    """A field that is one of a few values. A function as options is asked at every use (the devices of this machine)."""
    return _field(default, Choice(options, texts))


def whole(default: int | None, *, low: int, high: int, step: int = 1, texts: str | None = None) -> Any:
    """A field that is a whole number."""
    return _field(default, Number(int, low, high, step, texts))


def real(default: float | None, *, low: float, high: float, step: float | None = None, texts: str | None = None) -> Any:
    """A field that is a finite real number."""
    return _field(default, Number(float, low, high, step, texts))


def flag(default: bool, *, texts: str | None = None) -> Any:
    """A field that is yes or no."""
    return _field(default, Flag(texts))


def typed(default: str) -> Any:
    """A field that is free text."""
    return _field(default, Text())


def _field(default: Any, form: Choice | Number | Flag | Text) -> Any:
    return field(default=default, metadata={"form": form})


def form(view: View | type[View], name: str) -> Choice | Number | Flag | Text:
    """How a field is written and what it allows."""
    return _forms(view)[name]


def defaults(view: type[View]) -> dict[str, Any]:
    """The values of a view that nobody has changed."""
    return {f.name: f.default for f in fields(view) if f.default is not MISSING}


def read(view: type[V], given: Mapping[str, str]) -> tuple[V, tuple[Fault, ...]]:
    """The view that these query parameters ask for, and what in them could not be used; parameters of others are left alone."""
    values, faults = _parse(_forms(view), given)
    try:
        return view(**values), faults
    except ValueError:  # each value is possible, but not all together
        return view(), tuple(Fault(name, given[name]) for name in values)


def write(view: View) -> dict[str, str]:
    """The query parameters that rebuild this view: every field that differs from its default."""
    usual = defaults(type(view))
    return {name: form.show(getattr(view, name)) for name, form in _forms(view).items() if getattr(view, name) != usual[name]}


def view(wanted: type[V]) -> V:
    """The view of this visitor on this page, as the link or the controls left it."""
    values = _kept(wanted.page) | {name: value for name, value in _kept("shared").items() if name in _forms(wanted)}
    try:
        return wanted(**values)
    except ValueError:
        return wanted()


def change(page: str, **values: Any) -> None:
    """Change fields of a page's view; for callbacks, which run before the page does. Shared fields change on every page."""
    for name, value in values.items():
        _kept("shared" if name in SHARED else page)[name] = value


def reset(page: str) -> None:
    """Forget everything chosen on a page except what all pages share."""
    _kept(page).clear()


def arrive(page: str) -> tuple[Fault, ...]:
    """Settle, once at the start of a run, whether the address or the session leads, and bring the other in line.

    Returns what in the address could not be used.
    """
    given = st.query_params.to_dict()
    faults = _follow(page, given) if _address_leads(page, given) else ()
    st.session_state["links.page"] = page
    wanted = query(page)
    _remember(given)
    _remember(wanted)
    if wanted != given:
        st.query_params.from_dict(wanted)
    return faults


def query(page: str) -> dict[str, str]:
    """The query parameters of a page as this visitor would see it, shared ones first."""
    shared = {name: SHARED[name].show(value) for name, value in _kept("shared").items()}
    own = write(view(View.pages[page])) if page in View.pages else {}
    return shared | {name: value for name, value in own.items() if name not in SHARED}


def shared(name: str, default: Any = None) -> Any:
    """A value that all pages share, or the default where nobody has chosen."""
    return _kept("shared").get(name, default)


def address(page: str, path: str) -> str:
    """The whole link to the page on screen, which is at `path`; relative where the browser has not told its address."""
    root = (st.context.url or "").rstrip("/").removesuffix(f"/{path}" if path else "")
    return f"{root}/{path}?{urlencode(query(page))}"


def _forms(view: View | type[View]) -> dict[str, Choice | Number | Flag | Text]:
    return {f.name: f.metadata["form"] for f in fields(view)}


SHARED = {"lang": Choice(("zh", "en")), "projector": Flag(), "text": Text()}


def _parse(forms: Mapping[str, Any], given: Mapping[str, str]) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    values, faults = {}, []
    for name, form in forms.items():
        if name in given:
            try:
                values[name] = form.parse(given[name])
            except ValueError:
                faults.append(Fault(name, given[name]))
    return values, tuple(faults)


def _kept(page: str) -> dict[str, Any]:
    return st.session_state.setdefault("links.kept", {}).setdefault(page, {})


def _address_leads(page: str, given: Mapping[str, str]) -> bool:
    context = get_script_run_ctx()
    if context is not None and context.is_history_navigation:
        return True
    if st.session_state.get("links.page") != page:
        return bool(given)
    return tuple(sorted(given.items())) not in st.session_state["links.seen"]


def _follow(page: str, given: Mapping[str, str]) -> tuple[Fault, ...]:
    """Take over an address: what it leaves out is at its default; only the language stays as it was."""
    shared, faults = _parse(SHARED, given)
    kept = _kept("shared")
    language = {"lang": kept["lang"]} if "lang" in kept else {}
    kept.clear()
    kept.update(language | shared)
    if page in View.pages:
        wanted, more = read(View.pages[page], {name: value for name, value in given.items() if name not in SHARED})
        faults += more
        _kept(page).clear()
        _kept(page).update({f.name: getattr(wanted, f.name) for f in fields(wanted) if f.name not in SHARED})
    return faults


def _remember(given: Mapping[str, str]) -> None:
    seen = st.session_state.setdefault("links.seen", {})
    seen[tuple(sorted(given.items()))] = None
    while len(seen) > SEEN:
        del seen[next(iter(seen))]
