import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _references
from jaxvelocity.kernels.floor import increment, nothing


def test_nothing_is_none(transform):
    assert transform(nothing)() is None
    assert _references.floor.nothing() is None


@pytest.mark.parametrize("dtype", [np.int32, np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (3,)])
def test_increment_adds_one_and_keeps_dtype_and_shape(transform, agree, shape, dtype):
    x = np.full(shape, 41, dtype)
    agree(transform(increment)(jnp.asarray(x)), np.full(shape, 42, dtype))
    agree(jnp.asarray(_references.floor.increment(x)), np.full(shape, 42, dtype))
