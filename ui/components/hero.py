"""The hero picture: the sentence, and who looks at whom."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from figures import labels, theme
from ui.components import mount, payload
from ui.components.selection import Bounds, Selection, caller, from_browser


def hero(
    tokens: Sequence[str],
    weights: np.ndarray,
    names: Sequence[str],
    *,
    key: str,
    label: str,
    words: Mapping[str, str],
    short: Sequence[str] | None = None,
    muted: Sequence[bool] | None = None,
    idle: np.ndarray | None = None,
    selection: Selection | None = None,
    on_select: Callable[[Selection | None], None] | None = None,
    file: str = "sentence",
    scale: float = 1.0,
) -> Selection | None:
    """Draw the sentence in large type, with an arc from query word to key word per head, as thick as its weight.

    Nothing selected: each head's strongest arc. A word (click, ← →): where each head looks from it, all words tinted by the
    mean of the heads' weights. A head (click on an arc, ↑ ↓): where it looks from each word. Both: that head's row. Esc clears.
    The browser has all weights, so this is instant; a rerun brings it to Python.

    weights: [head, query, key] over the same tokens, sent as 8-bit shares of each row's largest weight; NaN counts as 0.
    names: of the heads; short: the same as written on arcs. muted: True for tokens such as [CLS], drawn small, never by an arc.
    idle: [head, query], True where a head that may look at nothing does; nothing selected then draws all that the others choose.
    label, words, selection, on_select, file: as in `plot`; of `words`, save_png and save_svg are used.
    Raises: ValueError when tokens and names do not fit the weights.
    """
    weights = np.asarray(weights, dtype=np.float32)
    expected = (len(names), len(tokens), len(tokens))
    if weights.shape != expected:
        raise ValueError(f"weights have shape {weights.shape}, but names and tokens count {expected}")
    shares, largest = payload.quantise_rows(weights)
    muted = [False] * len(tokens) if muted is None else muted
    header = {
        "words": [
            {"text": labels.visible(token), "name": name, "muted": bool(faint)}
            for token, name, faint in zip(tokens, labels.names(tokens), muted, strict=True)
        ],
        "names": list(names),
        "short": list(short or names),
        "idle": None if idle is None else np.asarray(idle).tolist(),
        "colours": theme.head_colours(len(names)),
        "label": label,
        "words_of": {name: words[name] for name in ("save_png", "save_svg")},
        "selection": (selection or Selection()).sent(),
        "file": file,
        "scale": scale,
    }
    bounds = Bounds(len(names), len(tokens), len(tokens))
    state = mount.door("hero")(
        key=key,
        data=payload.pack(header, largest.tobytes() + shares.tobytes()),
        default={"selected": None},
        on_selected_change=caller(key, bounds, on_select),
    )
    return from_browser(state.selected, bounds)
