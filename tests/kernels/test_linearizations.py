import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy import optimize

from benchmarks import _inputs, _references
from jaxvelocity.kernels.hessians import rosenbrock
from jaxvelocity.kernels.linearizations import hessian_products

TRACED = [(hessian_products, (_inputs.vector(3), _inputs.rows(2, 3)))]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize(("size", "directions"), [(2, 1), (40, 4)])
def test_hessian_products_agrees_with_its_reference(transform, agree, size, directions):
    x, v = _inputs.vector(size), _inputs.rows(directions, size)
    # Sums of five products below 1200 · 3² · 3, each with four roundings.
    expected = _references.linearizations.hessian_products(x, v)
    agree(transform(hessian_products)(jnp.asarray(x), jnp.asarray(v)), expected, atol=9 * EPS * 1200 * 27)


def test_hessian_products_and_its_reference_by_hand(transform, agree):
    # The matrix at (1, 2, -1) is [402, -400, 0], [-400, 5402, -800], [0, -800, 200], as in test_hessians.
    x, v = np.array([1, 2, -1], np.float32), np.array([[1, 0, 0], [1, 1, 1], [0, 0, -2]], np.float32)
    expected = np.array([[402, -400, 0], [2, 4202, -600], [0, 1600, -400]], np.float32)
    agree(transform(hessian_products)(jnp.asarray(x), jnp.asarray(v)), expected)
    agree(jnp.asarray(_references.linearizations.hessian_products(x, v)), expected)


def test_the_reference_is_scipys():
    x, v = _inputs.vector(30).astype(np.float64), _inputs.rows(1, 30).astype(np.float64)
    expected = optimize.rosen_hess_prod(x, v[0])
    np.testing.assert_allclose(_references.linearizations.hessian_products(x, v)[0], expected, rtol=1e-10, atol=1e-9)


def test_a_product_agrees_with_central_differences(transform, central_differences):
    x, v = _inputs.vector(4).astype(np.float64), _inputs.rows(2, 4).astype(np.float64)
    with jax.enable_x64(True):
        products = transform(hessian_products)(jnp.asarray(x), jnp.asarray(v))
        gradient = jax.jit(jax.grad(rosenbrock))
        for direction, product in zip(v, np.asarray(products), strict=True):
            # The gradient of v · ∇f is H v; its differences are off as in test_hessians.
            expected = central_differences(lambda x, v=direction: jnp.dot(gradient(x), v), x, step=1e-5)
            np.testing.assert_allclose(product, expected, atol=1e-6)


def test_lengths_that_differ_are_refused(transform):
    with pytest.raises(ValueError, match="linearized function called on tangent values inconsistent"):
        transform(hessian_products)(jnp.ones(3), jnp.ones((2, 4)))
