"""The same numbers as the pictures', to read and to take away."""

import numpy as np
import pandas as pd

from ui.lessons.playground.closeup import Closeup


def table(closeup: Closeup) -> pd.DataFrame:
    """The head's weights: a row a query, a column a key, both numbered so that twins stay apart."""
    window = closeup.window(len(closeup.heads.units))
    names = [f"{place + 1} {unit}" for place, unit in enumerate(closeup.heads.units)][window]
    return pd.DataFrame(closeup.heads.weights[closeup.head, window, window], index=names, columns=names)


def csv(closeup: Closeup) -> bytes:
    """All heads of the layer, one weight a line, for spreadsheets in any script (with a byte-order mark)."""
    units, weights = closeup.heads.units, closeup.heads.weights
    head, query, key = (place.ravel() for place in np.indices(weights.shape))
    words = np.array(units, dtype=object)
    frame_ = pd.DataFrame(
        {"head": head + 1, "query": query + 1, "query_text": words[query], "key": key + 1, "key_text": words[key]}
    ).assign(weight=weights.ravel())
    return frame_.to_csv(index=False).encode("utf-8-sig")
