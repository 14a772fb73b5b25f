import numpy as np
import pytest

from benchmarks import _inputs

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
]


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


def test_every_segment_is_within_bounds():
    values, segment_ids = _inputs.values_and_segments(1000, 7)
    assert len(values) == len(segment_ids) == 1000
    assert set(segment_ids.tolist()) == set(range(7))
