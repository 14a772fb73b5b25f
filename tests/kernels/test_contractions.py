import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.contractions import product_sum

TRACED = [(product_sum, _inputs.factors(1, 2, 1, 3, 2))]


@pytest.mark.parametrize("shape", [(3, 1, 2, 2, 8, 8, 8), (2, 3, 1, 5), (1, 1, 1, 1, 4)])
def test_product_sum_agrees_with_its_reference(transform, agree, shape):
    a, b = _inputs.factors(*shape)
    # A sum of as many products as axis 3 is long, each rounded once, and the sum as often.
    largest = float(np.max(np.sum(np.abs(a * b), axis=3)))
    atol = (shape[3] + 1) * float(np.finfo(np.float32).eps) * largest
    agree(transform(product_sum)(jnp.asarray(a), jnp.asarray(b)), _references.contractions.product_sum(a, b), atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_product_sum_and_its_reference_by_hand(transform, agree, dtype):
    a = np.array([[1, 2], [3, 4]], dtype).reshape(1, 1, 1, 2, 2)
    b = np.array([[5, 6], [7, 8]], dtype).reshape(1, 1, 1, 2, 2)
    # 1 · 5 + 3 · 7 and 2 · 6 + 4 · 8.
    expected = np.array([26, 44], dtype).reshape(1, 1, 1, 2)
    agree(transform(product_sum)(jnp.asarray(a), jnp.asarray(b)), expected)
    agree(jnp.asarray(_references.contractions.product_sum(a, b)), expected)


def test_fewer_than_four_axes_and_unlike_shapes_are_refused(transform):
    with pytest.raises(ValueError, match="axis 3 is out of bounds"):
        transform(product_sum)(jnp.ones((2, 2, 2)), jnp.ones((2, 2, 2)))
    with pytest.raises(TypeError, match="incompatible shapes"):
        transform(product_sum)(jnp.ones((1, 1, 1, 2, 3)), jnp.ones((1, 1, 1, 3, 3)))
