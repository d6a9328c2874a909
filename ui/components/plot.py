"""Any Plotly figure, drawn in place."""

from collections.abc import Callable, Mapping

import numpy as np
import plotly.graph_objects as go

from ui.components import mount, payload
from ui.components.selection import Bounds, Selection, caller, from_browser

WORDS = ("save_png", "save_svg", "zoom", "pan", "zoom_in", "zoom_out", "reset")
"""What `words` names: the buttons of a picture."""


def plot(
    figure: go.Figure,
    *,
    key: str,
    label: str,
    words: Mapping[str, str],
    selection: Selection | None = None,
    on_select: Callable[[Selection | None], None] | None = None,
    file: str = "picture",
    selectable: bool = True,
) -> Selection | None:
    """Draw a figure so that a rerun changes its numbers and nothing else: no blank frame, the zoom stays.

    Heatmaps travel as 16-bit numbers. A click, a tap, or arrows and Enter select a cell, Esc clears; all pictures of the page
    show it at once, and a rerun brings it here.

    label: what the picture is, for screen readers. words: texts of the buttons, see `WORDS`.
    selection: what to show as selected; a change of it wins over what was clicked last.
    on_select: called in the rerun that a selection causes, before the page's script.
    file: name of a saved picture, without extension.
    Returns: what was selected last in this picture, None when nothing, or no longer there.
    """
    header, numbers = _split(figure)
    header |= {
        "plotly": mount.plotly_path(),
        "label": label,
        "words": dict(words),
        "selection": (selection or Selection()).sent(),
        "file": file,
        "selectable": selectable,
    }
    bounds = _bounds(figure)
    state = mount.door("plot")(
        key=key,
        data=payload.pack(header, numbers),
        default={"selected": None},
        on_selected_change=caller(key, bounds, on_select),
    )
    return from_browser(state.selected, bounds)


def _split(figure: go.Figure) -> tuple[dict, bytes]:
    """The figure without its heatmaps' numbers, and these.

    `_props` is what `to_plotly_json` copies in depth: nothing below its top is changed here, and copies cost a tenth of a rerun.
    """
    drawn = {name: [dict(part._props) for part in getattr(figure, name)] for name in ("data", "frames")}
    drawn["layout"] = dict(figure.layout._props)
    drawn["layout"].pop("template", None)
    grids, numbers = [], []
    for place, trace in enumerate(drawn["data"]):
        if trace["type"] == "heatmap":
            steps, low, step = payload.quantise(np.asarray(trace.pop("z")))
            grids.append({"trace": place, "shape": list(steps.shape), "low": low, "step": step})
            numbers.append(steps.tobytes())
        elif _repeats(trace):
            del trace["x"], trace["y"]
    return {"figure": drawn, "grids": grids}, b"".join(numbers)


def _repeats(trace: dict) -> bool:
    """Whether the trace is the hatch of a mask that an earlier head has, too: the browser copies that one."""
    meta = trace.get("meta") or {}
    return "like" in meta and meta["like"] != meta["tile"]


def _bounds(figure: go.Figure) -> Bounds:
    meta = figure.layout.meta or {}
    heads = [trace.meta["head"] for trace in figure.data if trace.meta and trace.meta.get("head") is not None]
    longest = max((len(trace.x) for trace in figure.data if trace.type in ("bar", "scatter") and trace.x is not None), default=0)
    return Bounds(max(heads, default=-1) + 1, len(meta.get("rows", ())), len(meta.get("columns", ())) or longest)
