import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.hessians import rosenbrock, rosenbrock_hessian

TRACED = [(rosenbrock, (_inputs.vector(3),)), (rosenbrock_hessian, (_inputs.vector(3),))]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize("size", [2, 9])
def test_both_agree_with_their_references(transform, agree, size):
    x = _inputs.vector(size)
    # Sums of terms of one sign, and 1200 a² - 400 b + 202 with each of its terms below 1200 · 3².
    agree(transform(rosenbrock)(jnp.asarray(x)), _references.hessians.rosenbrock(x), rtol=(size + 6) * EPS)
    expected = _references.hessians.rosenbrock_hessian(x)
    agree(transform(rosenbrock_hessian)(jnp.asarray(x)), expected, atol=4 * EPS * 1200 * 9)


def test_values_and_references_by_hand(transform, agree):
    x = np.array([1, 2, -1], np.float32)
    # 100 (2 - 1)² + 0 and 100 (-1 - 4)² + (1 - 2)².
    value = np.float32(100 + 2501)
    # 1200 - 800 + 2, -400; 200 + 4800 + 400 + 2, -800; 200.
    hessian = np.array([[402, -400, 0], [-400, 5402, -800], [0, -800, 200]], np.float32)
    for kernel, expected in ((rosenbrock, value), (rosenbrock_hessian, hessian)):
        agree(transform(kernel)(jnp.asarray(x)), expected)
        agree(jnp.asarray(getattr(_references.hessians, kernel.__name__)(x)), expected)


def test_one_variable_has_neither_value_nor_curvature(transform, agree):
    agree(transform(rosenbrock)(jnp.ones(1)), np.float32(0))
    agree(transform(rosenbrock_hessian)(jnp.ones(1)), np.zeros((1, 1), np.float32))


def test_the_hessian_agrees_with_central_differences(transform, central_differences):
    x = _inputs.vector(4).astype(np.float64)
    with jax.enable_x64(True):
        hessian = transform(rosenbrock_hessian)(jnp.asarray(x))
        assert hessian.dtype == np.float64
        gradient = jax.jit(jax.grad(rosenbrock))
        for position, row in enumerate(np.asarray(hessian)):
            # A gradient's differences are exact but for h² 2400 / 6 and for rounding, 2⁻⁵³ · 1e4 / h.
            expected = central_differences(lambda x, i=position: gradient(x)[i], x, step=1e-5)
            np.testing.assert_allclose(row, expected, atol=1e-6)
