import importlib

import numpy as np
import pytest

from benchmarks import _inputs
from jaxvelocity import kernels

# The first values of each builder as it was when it was added, with NumPy 2.5.5, rounded to four places: a history
# measured on them is void once they change.
BUILDERS = [
    (_inputs.vector(3), np.float32, [1.7291, -1.4285, 1.0277]),
    (_inputs.rows(1, 3), np.float32, [[1.7045, -0.3021, -0.1473]]),
    (_inputs.matrix_and_batch(1, 2, 1)[0], np.float32, [[2.4171, 0.1428]]),
    (_inputs.matrix_and_batch(1, 2, 1)[1], np.float32, [[-0.5127, -0.0967]]),
    (_inputs.ramp(3), np.int32, [0, 1, 2]),
    (_inputs.values_and_segments(3, 100)[0], np.float32, [-0.8697, -2.9686, -1.6993]),
    (_inputs.values_and_segments(4, 100)[1], np.int32, [94, 97, 97, 8]),
    (_inputs.volume(2)[:1], np.float32, [[[-1.2225, -2.1383], [-0.0647, -0.7056]]]),
    (_inputs.parameters_and_columns(1, 2, 1)[0]["matrix"], np.float32, [[1.5351, -0.8894]]),
    (_inputs.parameters_and_columns(1, 2, 1)[0]["offset"], np.float32, [[1.2327]]),
    (_inputs.parameters_and_columns(1, 2, 1)[0]["scale"], np.float32, -0.5434),
    (_inputs.parameters_and_columns(1, 2, 1)[1], np.float32, [[-2.5361], [0.7917]]),
    (_inputs.weights_rows_targets(1, 2)[0], np.float32, [1.5220, -1.1441]),
    (_inputs.weights_rows_targets(1, 2)[1], np.float32, [[1.1502, -1.7847]]),
    (_inputs.weights_rows_targets(1, 2)[2], np.float32, [-0.7715]),
    (_inputs.layers_and_batch(2, 1, 2, 1)[0], np.float32, [[-1.4363], [0.3581]]),
    (_inputs.layers_and_batch(2, 1, 2, 1)[1], np.float32, [[-0.3490, 2.2815]]),
    (_inputs.layers_and_batch(2, 1, 2, 1)[2], np.float32, [[-0.4359, 0.5335]]),
    (np.array([len(request) for request in _inputs.requests(3)]), np.int64, [871, 962, 427]),
    (_inputs.requests(3)[0][:2], np.float16, [1.2871, 1.9883]),
    (_inputs.requests(3)[1][:2], np.float32, [0.4406, -1.7911]),
    (_inputs.padded(_inputs.requests(3))[2][[0, 1, 426, 427]], np.float32, [0.3890, 1.3855, 0.9019, -np.inf]),
    (_inputs.state_and_gates(2, 1)[0], np.float32, [[-0.7643, 1.4135], [-0.0417, 1.0740]]),
    (_inputs.state_and_gates(2, 1)[1][0][0, 0], np.float32, [[-0.3095, 0.6092], [0.0252, -0.0456]]),
    (_inputs.spd_systems(1, 2)[0], np.float32, [[[2.1606, -0.0843], [-0.0843, 4.5338]]]),
    (_inputs.spd_systems(1, 2)[1], np.float32, [[-0.5251, 0.1143]]),
    (_inputs.systems(1, 2)[0], np.float32, [[[1.0381, 1.4736], [0.2405, 2.1505]]]),
    (_inputs.systems(1, 2)[1], np.float32, [[0.9103, 0.6358]]),
    (_inputs.complex_volume(2)[0, 0].view(np.float32), np.float32, [2.8315, 0.2671, 1.1172, -1.3074]),
    (_inputs.magnitudes(3), np.float64, [1e-6, -0.0045, -20]),
    (_inputs.identity_and_ramp(2)[0], np.float64, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (_inputs.identity_and_ramp(2)[1], np.float64, [[0, 0, 0], [1, 0, 0]]),
    (_inputs.factors(2)[0], np.float32, [-0.0780, 0.0078]),
    (_inputs.factors(2)[1], np.float32, [-0.1521, 1.3096]),
    (_inputs.signs(6), np.float32, [-1, -1, 1, -1, 1, 1]),
    (_inputs.ring_of_cells(2, 2)[0], np.float32, 0.2),
    (_inputs.ring_of_cells(2, 2)[1], np.float32, [-0.6669, 0.3626]),
    (_inputs.ring_of_cells(2, 2)[2], np.float32, [0.2285, -0.6588]),
    (_inputs.observed_process(2, "float32")[0], np.float32, [5.5077, 5.3849]),
    (_inputs.observed_process(1, "float64")[1], np.float64, [[0.3588, 1.5107, -1.7863]]),
    (_inputs.observed_process(1, "float64")[2], np.float64, [[0.9629, 0.4701, -1.8487]]),
    (_inputs.observed_process(2, "float32")[3][1:, :1], np.float32, [[[1.0000, 0.0225, 0.0002]]]),
    (_inputs.leaves(2, 2)["1"], np.float32, [1.5433, 1.2530]),
    (_inputs.serial_chain(2)[0], np.float64, [-0.8398, -1.8894]),
    (_inputs.serial_chain(2)[1][:1, :1], np.float64, [[[-0.3819, -0.8859, -0.2633, 0.1416]]]),
    (_inputs.serial_chain(2)[2][:1], np.float64, [[-0.2623, -0.5159, -0.3461]]),
    (_inputs.serial_chain(2)[3], np.float64, [0.6001, 1.2683]),
    (_inputs.serial_chain(2)[4], np.float64, [0.0701, 0.0472]),
]
for _family in kernels.__all__:  # a family's own tests may hold the rows of its builders
    BUILDERS += getattr(importlib.import_module(f"test_{_family}"), "BUILT", [])


@pytest.mark.parametrize(("built", "dtype", "expected"), BUILDERS)
def test_builders_are_append_only(built, dtype, expected):
    assert built.dtype == dtype
    assert built.shape == np.shape(expected)
    np.testing.assert_allclose(built, expected, atol=5.1e-5)


def test_shapes_follow_the_arguments():
    assert _inputs.rows(2, 3).shape == (2, 3)
    matrix, batch = _inputs.matrix_and_batch(4, 3, 2)
    assert (matrix.shape, batch.shape) == ((4, 3), (2, 3))
    assert _inputs.volume(3).shape == (3, 3, 3)
    parameters, batch = _inputs.parameters_and_columns(4, 3, 2)
    assert {key: array.shape for key, array in parameters.items()} == {"matrix": (4, 3), "offset": (2, 4), "scale": ()}
    assert batch.shape == (3, 2)
    assert [array.shape for array in _inputs.weights_rows_targets(4, 3)] == [(3,), (4, 3), (4,)]
    assert [array.shape for array in _inputs.layers_and_batch(5, 4, 3, 2)] == [(5, 4), (4, 3), (2, 5)]


def test_every_segment_is_within_bounds():
    values, segment_ids = _inputs.values_and_segments(1000, 7)
    assert len(values) == len(segment_ids) == 1000
    assert set(segment_ids.tolist()) == set(range(7))


def test_layers_keep_the_variance_of_the_sums_at_1():
    # Of 40 000 sums of 400 products; the weights' own variance wanders by some √(2/400²), the batch's by √(2/40 000).
    first, second, batch = _inputs.layers_and_batch(400, 400, 400, 100)
    assert np.var(batch @ first) == pytest.approx(1, abs=0.1)
    assert np.var(batch @ second) == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("count", [1, 40, 1982])
def test_requests_are_all_of_another_length_or_dtype(count):
    requests = _inputs.requests(count)
    kinds = {(request.shape, request.dtype.name) for request in requests}
    assert len(kinds) == len(requests) == count
    assert all(request.ndim == 1 and 10 <= len(request) <= 1000 for request in requests)
    assert {dtype for _, dtype in kinds} <= {"float16", "float32"}


def test_more_requests_than_kinds_are_refused():
    with pytest.raises(ValueError, match="larger sample than population"):
        _inputs.requests(1983)


def test_padded_requests_are_the_requests_and_then_minus_infinity():
    requests = _inputs.requests(100)
    padded = _inputs.padded(requests)
    assert {one.dtype.name for one in padded} == {"float32"}
    assert {one.shape for one in padded} == {(128,), (512,), (1024,)}
    for request, one in zip(requests, padded, strict=True):
        np.testing.assert_array_equal(one[: len(request)], request.astype(np.float32))
        assert np.all(np.isneginf(one[len(request) :]))


def test_padded_takes_the_next_length_and_refuses_what_is_longer_than_all():
    padded = _inputs.padded([np.zeros(length, np.float16) for length in (128, 129, 512, 513, 1024)])
    assert [len(one) for one in padded] == [128, 512, 512, 1024, 1024]
    with pytest.raises(ValueError, match="empty"):
        _inputs.padded([np.zeros(1025, np.float32)])
