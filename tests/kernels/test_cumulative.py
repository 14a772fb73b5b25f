import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.cumulative import cumulative_sum

TRACED = [(cumulative_sum, (_inputs.signs(8),))]


@pytest.mark.parametrize("size", [0, 1, 7, 1000])
def test_cumulative_sum_agrees_with_its_reference(transform, agree, size):
    x = _inputs.vector(size)
    # As many additions as elements, each rounded in proportion to a sum of absolute values.
    atol = size * float(np.finfo(np.float32).eps) * float(np.sum(np.abs(x)))
    agree(transform(cumulative_sum)(jnp.asarray(x)), _references.cumulative.cumulative_sum(x), atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_cumulative_sum_and_its_reference_by_hand(transform, agree, dtype):
    x, expected = np.array([1, -2, 3, 0.5], dtype), np.array([1, -1, 2, 2.5], dtype)
    agree(transform(cumulative_sum)(jnp.asarray(x)), expected)
    agree(jnp.asarray(_references.cumulative.cumulative_sum(x)), expected)


def test_partial_sums_of_signs_are_exact(transform, agree):
    x = _inputs.signs(100_000)
    assert set(x.tolist()) == {-1, 1}
    agree(transform(cumulative_sum)(jnp.asarray(x)), np.cumsum(x.astype(np.int64)).astype(np.float32))
