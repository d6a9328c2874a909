"""Numbers written into coloured cells, in the ink that can be read there."""

from collections.abc import Sequence

import numpy as np

from figures import theme


def trace(cells: np.ndarray, texts: Sequence[str], hues: Sequence[str], opacities: Sequence[float], *, size: float) -> dict:
    """A text in each cell. cells: [text, 2], row and column. hues, opacities: of the cells. size: of the type, in px.

    `meta.white` says per page where white ink is needed; the colours in the trace are those of the light page.
    """
    white = {
        page: [theme.needs_white_ink(hue, opacity, page=page) for hue, opacity in zip(hues, opacities, strict=True)]
        for page in theme.PAGES
    }
    return {
        "type": "scatter",
        "mode": "text",
        "x": cells[:, 1],
        "y": cells[:, 0],
        "text": texts,
        "textfont": {"size": size, "color": [theme.INKS["dark" if needed else "light"] for needed in white["light"]]},
        "hoverinfo": "skip",
        "meta": {"white": white},
    }
