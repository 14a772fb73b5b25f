import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.sums import sum_over_axis

TRACED = [(functools.partial(sum_over_axis, axis=1), (_inputs.volume(2),))]


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("shape", [(1, 1, 1), (3, 5, 7), (2, 0, 3), (0, 4, 2), (40, 41, 42)])
def test_sum_over_axis_agrees_with_its_reference(transform, agree, shape, axis):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape)
    # As many additions as the axis is long, each rounded in proportion to a sum of absolute values.
    sums = np.sum(np.abs(x), axis=axis)
    atol = shape[axis] * float(np.finfo(np.float32).eps) * float(np.max(sums, initial=0.0))
    result = transform(functools.partial(sum_over_axis, axis=axis))(jnp.asarray(x))
    agree(result, _references.sums.sum_over_axis(x, axis), atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize(
    ("axis", "expected"),
    [(0, [[6, 8], [10, 12]]), (1, [[4, 6], [12, 14]]), (2, [[3, 7], [11, 15]])],  # of 1 … 8 in their order
)
def test_sum_over_axis_and_its_reference_by_hand(transform, agree, dtype, axis, expected):
    x, expected = np.arange(1, 9, dtype=dtype).reshape(2, 2, 2), np.array(expected, dtype)
    agree(transform(functools.partial(sum_over_axis, axis=axis))(jnp.asarray(x)), expected)
    agree(jnp.asarray(_references.sums.sum_over_axis(x, axis)), expected)


def test_in_float64_the_sums_are_float64(transform, agree):
    x = _inputs.volume(5).astype(np.float64)
    with jax.enable_x64(True):
        result = transform(functools.partial(sum_over_axis, axis=1))(jnp.asarray(x))
        agree(result, _references.sums.sum_over_axis(x, 1), atol=1e-14)


def test_an_axis_that_is_not_there_is_refused(transform):
    with pytest.raises(ValueError, match="axis 3 is out of bounds"):
        transform(functools.partial(sum_over_axis, axis=3))(jnp.ones((2, 2, 2)))
