import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.reductions import sum_of_squares


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (100,), (4, 5)])
def test_sum_of_squares_agrees_with_its_reference(transform, agree, shape, dtype):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape).astype(dtype)
    # A sum of positive terms of one rounding each: as many roundings as elements, and that of the result.
    rtol = (x.size + 2) * float(np.finfo(dtype).eps)
    agree(transform(sum_of_squares)(jnp.asarray(x)), _references.reductions.sum_of_squares(x), rtol=rtol)


def test_sum_of_squares_and_its_reference_by_hand(transform, agree):
    # By hand: 1 + 4 + 9 + 16.
    x = np.array([[1, -2], [3, 4]], np.float16)
    agree(transform(sum_of_squares)(jnp.asarray(x)), np.array(30, np.float16))
    agree(jnp.asarray(_references.reductions.sum_of_squares(x)), np.array(30, np.float16))
