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
    """All heads of the layer, one weight a line, for spreadsheets in any script (with a byte-order mark); each row adds up to 1.

    Special tokens are keys without a number: they stand outside the sentence.
    """
    heads = closeup.heads
    weights = np.concatenate([heads.weights, *(given[..., None] for given in heads.aside.values())], axis=-1)
    words = np.array([*heads.units, *heads.aside], dtype=object)
    numbers = np.array([*range(1, len(heads.units) + 1), *[""] * len(heads.aside)], dtype=object)
    head, query, key = (place.ravel() for place in np.indices(weights.shape))
    frame_ = pd.DataFrame(
        {"head": head + 1, "query": query + 1, "query_text": words[query], "key": numbers[key], "key_text": words[key]}
    ).assign(weight=weights.ravel())
    return frame_.to_csv(index=False).encode("utf-8-sig")
