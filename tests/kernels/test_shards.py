import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.shards import increment_parts, rows_times_matrix, sum_of_parts

# This process has one device; tests/benchmarks/test_two_devices.py tries the same on two.
ON_ONE = [functools.partial(kernel, parts=1) for kernel in (sum_of_parts, increment_parts)]

TRACED = [
    (rows_times_matrix, _inputs.factors(3, 3)),
    (ON_ONE[0], (_inputs.rows(1, 3),)),
    (ON_ONE[1], (_inputs.vector(4),)),
]


@pytest.mark.parametrize(("height", "depth", "width"), [(1, 1, 1), (5, 3, 2), (64, 100, 7), (0, 3, 2)])
def test_rows_times_matrix_agrees_with_its_reference(transform, agree, height, depth, width):
    rows, matrix = _inputs.rows(height, depth), _inputs.rows(width, depth).T
    # Higham's bound, n eps Σ|a||b|, of sums of up to 100 products whose sizes are 0.64 on average.
    agree(
        transform(rows_times_matrix)(jnp.asarray(rows), jnp.asarray(matrix)),
        _references.shards.rows_times_matrix(rows, matrix),
        atol=depth * 1.2e-7 * depth,
    )


def test_rows_times_matrix_and_its_reference_by_hand(transform, agree):
    rows = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    matrix = np.array([[0, 1], [1, 10]], np.float32)
    expected = np.array([[2, 21], [4, 43], [6, 65]], np.float32)
    agree(transform(rows_times_matrix)(jnp.asarray(rows), jnp.asarray(matrix)), expected)
    agree(jnp.asarray(_references.shards.rows_times_matrix(rows, matrix)), expected)


def test_rows_that_do_not_fit_the_matrix_are_refused(transform):
    with pytest.raises(TypeError, match="dot_general requires contracting dimensions"):
        transform(rows_times_matrix)(jnp.ones((2, 3)), jnp.ones((2, 3)))


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_the_sum_of_one_part_is_that_part(transform, agree, size, dtype):
    x = (100 * _inputs.rows(1, size)).astype(dtype)
    agree(transform(functools.partial(sum_of_parts, parts=1))(jnp.asarray(x)), x[0])
    agree(jnp.asarray(_references.shards.sum_of_parts(x, parts=1)), x[0])


@pytest.mark.parametrize("shape", [(1,), (7,), (4, 3)])
def test_increment_parts_agrees_with_its_reference(transform, agree, shape):
    x, _ = _inputs.factors(*shape)
    wanted = _references.shards.increment_parts(x, parts=1)
    agree(transform(functools.partial(increment_parts, parts=1))(jnp.asarray(x)), wanted)


def test_the_references_by_hand():
    x = np.array([[1, 2, 3], [10, 20, 30]], np.float32)
    np.testing.assert_array_equal(_references.shards.sum_of_parts(x, parts=2), np.float32([11, 22, 33]))
    np.testing.assert_array_equal(_references.shards.increment_parts(x, parts=2), np.float32([[2, 3, 4], [11, 21, 31]]))


@pytest.mark.parametrize("kernel", [sum_of_parts, increment_parts])
def test_more_parts_than_devices_are_refused(kernel):
    count = len(jax.devices())
    with pytest.raises(ValueError, match=f"{count + 1} devices are wanted, {count} found"):
        kernel(jnp.ones((count + 1, 2)), parts=count + 1)
