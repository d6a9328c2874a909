"""Numbers on their way to the browser: JSON for the words, 16 or 8 bits for the weights."""

import struct

import numpy as np
import orjson

MISSING = 65535
_STEPS = 65534


def pack(header: dict, numbers: bytes) -> bytes:
    """A 32-bit length, the header as JSON padded to a multiple of 4 bytes, the numbers."""
    text = orjson.dumps(header, option=orjson.OPT_SERIALIZE_NUMPY, default=np.ndarray.tolist)
    text += b" " * (-len(text) % 4)
    return struct.pack("<I", len(text)) + text + numbers


def quantise(values: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Values as 16-bit steps from the smallest finite one; what is not finite is `MISSING`.

    Returns: the steps, the smallest value, the size of a step. The error is at most half a step: (max − min) / 131,068.
    """
    finite = np.isfinite(values)
    if not finite.any():
        return np.full(values.shape, MISSING, "<u2"), 0.0, 0.0
    low, high = float(values[finite].min()), float(values[finite].max())
    step = (high - low) / _STEPS
    with np.errstate(invalid="ignore"):
        steps = np.rint((values.astype(np.float64) - low) / (step or 1.0))
    return np.where(finite, steps, MISSING).astype("<u2"), low, step


def quantise_rows(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values [..., key] of at least 0 as 8-bit shares of their row's largest value; NaN counts as 0.

    Returns: the shares, and the largest value of each row as float32.
    """
    values = np.nan_to_num(values)
    largest = values.max(axis=-1).astype("<f4")
    shares = values / np.where(largest == 0, 1, largest)[..., None]
    return np.rint(shares * 255).astype(np.uint8), largest
