import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.logistic import sum_logistic, sum_logistic_gradient


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (4, 4)])
def test_sum_and_gradient_agree_with_their_references(transform, agree, shape, dtype):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape).astype(dtype)
    # At most 16 positive terms: 15 roundings of sums, and at most 4 in a term. The gradient is one term, from
    # a product of three factors that have some roundings each.
    eps = float(np.finfo(dtype).eps)
    agree(transform(sum_logistic)(jnp.asarray(x)), _references.sum_logistic(x), rtol=20 * eps)
    gradient = transform(sum_logistic_gradient)(jnp.asarray(x))
    agree(gradient, _references.sum_logistic_gradient(x), rtol=10 * eps)


def test_values_at_0_1_2(transform):
    x = jnp.array([0.0, 1.0, 2.0])
    # By hand: 1/2 + 1/(1 + 1/e) + 1/(1 + 1/e²) = 0.5 + 0.7310585786 + 0.8807970780.
    np.testing.assert_allclose(transform(sum_logistic)(x), 2.1118556566, rtol=1e-6)
    # Printed in JAX's quickstart.
    expected = [0.25, 0.19661193, 0.10499359]
    np.testing.assert_allclose(transform(sum_logistic_gradient)(x), expected, rtol=1e-6)
    np.testing.assert_allclose(_references.sum_logistic_gradient(np.arange(3.0)), expected, rtol=1e-7)


def test_gradient_agrees_with_central_differences(transform, central_differences):
    x = np.linspace(-3, 3, 9)
    # The differences err by step² / 6 times a third derivative of at most 1/8, 2e-12, and by the rounding of
    # a sum below 9, some 9 · 2⁻⁵³ / step = 1e-10.
    with jax.enable_x64(True):
        gradient = transform(sum_logistic_gradient)(jnp.asarray(x))
        expected = central_differences(sum_logistic, x, step=1e-5)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, expected, atol=1e-9)


def test_far_from_zero_the_sum_saturates(transform, agree):
    # exp(1000) overflows; the limits are 0 and 1.
    x = np.array([-1000.0, -100.0, 100.0, 1000.0], np.float32)
    agree(transform(sum_logistic)(jnp.asarray(x)), np.float32(2.0))
    agree(jnp.asarray(_references.sum_logistic(x)), np.float32(2.0))


def test_far_from_zero_the_gradient_vanishes(transform, agree):
    # As far below 0 as its docstring allows. The exact values there are exp(-88) = 6e-39 and less.
    x = np.array([-88.0, 88.0, 1000.0], np.float32)
    agree(transform(sum_logistic_gradient)(jnp.asarray(x)), np.zeros(3, np.float32), atol=1e-37)
    agree(jnp.asarray(_references.sum_logistic_gradient(x)), np.zeros(3, np.float32), atol=1e-37)
