"""Every colour and size of every picture.

Backgrounds stay transparent and ordinary text carries no colour: the page (Streamlit's theme, or `ui/components`) fills
both in, so one figure serves light and dark. Ramps change in opacity, not in lightness, for the same reason.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Role:
    """How one of query, key, value and output looks: a colour and, beside it, a letter and a marker shape."""

    colour: str
    letter: str
    shape: str


ROLES = {
    "query": Role("#0072B2", "Q", "circle"),
    "key": Role("#D55E00", "K", "square"),
    "value": Role("#009E73", "V", "diamond"),
    "output": Role("#CC79A7", "O", "triangle-up"),
}

# Okabe and Ito's set first, then colours chosen to lie far from all earlier ones for full and for red-green-blind sight.
# Each has a contrast of at least 3 : 1 on white and on the dark page.
HEADS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B8860B", "#7F7F7F", "#2F9BD8", "#8763D0",
    "#486C00", "#A83084", "#9C5454", "#4854D8", "#F0546C", "#009000", "#6C84FC", "#C048B4",
)  # fmt: skip

WEIGHTS = ROLES["query"].colour
NEGATIVE, POSITIVE = "#D55E00", "#0072B2"
ACCENT = "#3D6BFF"
MUTED = "#7F8796"

FONT_SIZE = 13
SMALL = 11
CELL = 56
"""Widest cell of a matrix, in px."""
CELL_GAP = 2
BAR_HEIGHT = 24
PALEST = 0.05
"""Opacity of a weight of 0: an allowed cell stays visible."""


def rgba(colour: str, opacity: float) -> str:
    """`#RRGGBB` with an opacity from 0 to 1, as Plotly and CSS write it."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


HATCH = {"shape": "/", "size": 6, "solidity": 0.22, "fgcolor": rgba(MUTED, 0.6), "bgcolor": rgba(MUTED, 0.08)}
CARD = rgba(MUTED, 0.07)
TRACK = rgba(MUTED, 0.20)
GRID = rgba(MUTED, 0.22)


def head_colour(head: int) -> str:
    """The colour of a head. Raises: ValueError when there is no colour left, for a colour must never mean two heads."""
    if not 0 <= head < len(HEADS):
        raise ValueError(f"head {head} has no colour of its own: there are {len(HEADS)}")
    return HEADS[head]


def sequential(colour: str = WEIGHTS) -> list[list]:
    """Colour scale for weights: 0 is barely tinted, 1 is the full colour. The same steps for every colour."""
    return [[0, rgba(colour, PALEST)], [1, rgba(colour, 1)]]


def diverging() -> list[list]:
    """Colour scale for scores, to be centred on 0: orange below, nothing at 0, blue above."""
    return [[0, rgba(NEGATIVE, 1)], [0.5, rgba(MUTED, PALEST)], [1, rgba(POSITIVE, 1)]]


def layout(*, scale: float = 1.0, **more) -> dict:
    """The layout all figures start from. scale: size of type, 1 on a desk, larger for a projector."""
    return {
        "font": {"size": FONT_SIZE * scale},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "template": {},
        **more,
    }


def bare_axis(**more) -> dict:
    """An axis with neither lines, grid nor labels."""
    return {"showgrid": False, "zeroline": False, "showline": False, "ticks": "", "showticklabels": False, **more}


def ruled_axis(title: str = "", *, scale: float = 1.0, **more) -> dict:
    """An axis of a line chart: faint grid, a title. title must be escaped by the caller's `labels.escaped`."""
    return {
        "title": {"text": title, "standoff": 8 * scale},
        "gridcolor": GRID,
        "zeroline": False,
        "showline": False,
        "automargin": True,
        **more,
    }


def head_colours(n_heads: int) -> list[str]:
    """One colour per head; beyond the set, the weights' colour for all, for then only the names can tell heads apart."""
    return list(HEADS[:n_heads]) if n_heads <= len(HEADS) else [WEIGHTS] * n_heads


PAGES = {"light": "#FFFFFF", "dark": "#0F131D"}
INKS = {"light": "#1A1F2E", "dark": "#FAFAFA"}


def luminance(colour: str) -> float:
    """Relative luminance of `#RRGGBB`, 0 to 1. Source: WCAG 2.2."""
    return _relative([int(colour[place : place + 2], 16) for place in (1, 3, 5)])


def _relative(channels: list[float]) -> float:
    linear = [share / 12.92 if (share := channel / 255) <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for channel in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def needs_white_ink(colour: str, opacity: float, *, page: str) -> bool:
    """Whether white text reads better than dark text on `colour` laid with `opacity` over a light or dark page."""
    mixed = [
        opacity * int(colour[place : place + 2], 16) + (1 - opacity) * int(PAGES[page][place : place + 2], 16)
        for place in (1, 3, 5)
    ]
    return _relative(mixed) < 0.32
