"""What is sent to the browser: small, and exact."""

import json
import struct

import numpy as np

from ui.components import payload


def _read(packed: bytes) -> tuple[dict, bytes]:
    (length,) = struct.unpack_from("<I", packed)
    return json.loads(packed[4 : 4 + length]), packed[4 + length :]


def test_header_and_numbers_come_apart_again_on_a_border_of_four_bytes():
    packed = payload.pack({"label": "</script>我"}, b"\x01\x02")
    assert _read(packed) == ({"label": "</script>我"}, b"\x01\x02")
    assert (len(packed) - 2) % 4 == 0


def test_weights_come_back_within_a_hundred_thousandth():
    weights = np.random.default_rng(5).dirichlet(np.ones(7), 11).astype(np.float32)
    weights[0, 0], weights[0, 1] = 0.0, 1.0
    steps, low, step = payload.quantise(weights)
    assert steps.dtype == np.dtype("<u2")
    assert np.abs(low + steps * step - weights).max() < 1e-5


def test_what_is_not_finite_is_missing_and_leaves_the_range_alone():
    steps, low, step = payload.quantise(np.array([[np.nan, -np.inf, 2.0, 3.0]]))
    assert steps.tolist() == [[65535, 65535, 0, 65534]]
    assert (low, low + 65534 * step) == (2.0, 3.0)


def test_nothing_finite_and_nothing_but_one_value():
    assert payload.quantise(np.full((1, 2), np.nan))[0].tolist() == [[65535, 65535]]
    steps, low, step = payload.quantise(np.full((1, 2), 0.25))
    assert (low + steps * step).tolist() == [[0.25, 0.25]]


def test_rows_are_shared_out_by_their_own_largest_value():
    shares, largest = payload.quantise_rows(np.array([[[0.02, 0.01, 0.0], [np.nan, 0.0, 0.0]]]))
    assert shares.tolist() == [[[255, 128, 0], [0, 0, 0]]]
    np.testing.assert_allclose(largest, [[0.02, 0.0]], rtol=1e-6)
