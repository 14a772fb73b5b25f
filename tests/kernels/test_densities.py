import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.densities import gaussian_densities

TRACED = [(gaussian_densities, (_inputs.rows(3, 2), _inputs.rows(4, 2)))]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize(("queries", "points", "columns"), [(1, 1, 1), (5, 1, 3), (1, 7, 2), (20, 33, 3)])
def test_gaussian_densities_agrees_with_its_reference(transform, agree, queries, points, columns):
    q, p = _inputs.factors(queries, columns)[0], _inputs.rows(points, columns)
    expected = _references.densities.gaussian_densities(q, p)
    # An exponential's relative error is its argument's absolute one: that of a sum of k squares below 100; then a mean.
    rtol = ((columns + 2) * 50 + points + 4) * EPS
    agree(transform(gaussian_densities)(jnp.asarray(q), jnp.asarray(p)), expected, rtol=rtol)


def test_gaussian_densities_and_its_reference_by_hand(transform, agree):
    queries = np.array([[0, 0], [3, 4]], np.float64)
    points = np.array([[0, 0], [3, 4], [3, 0]], np.float64)
    # Squared distances of 0, 25 and 9, and of 25, 0 and 16.
    e = np.exp
    expected = np.array([1 + e(-12.5) + e(-4.5), e(-12.5) + 1 + e(-8)]) / 3
    with jax.enable_x64(True):
        agree(transform(gaussian_densities)(jnp.asarray(queries), jnp.asarray(points)), expected, rtol=1e-15)
    np.testing.assert_allclose(_references.densities.gaussian_densities(queries, points), expected, rtol=1e-15)


def test_each_row_is_a_step_of_a_loop():
    queries, points = _inputs.rows(5, 3), _inputs.rows(7, 3)
    assert " while(" in jax.jit(gaussian_densities).lower(queries, points).compile().as_text()


def test_columns_that_differ_are_refused(transform):
    with pytest.raises(TypeError, match="incompatible shapes for broadcasting"):
        transform(gaussian_densities)(jnp.ones((2, 3)), jnp.ones((4, 2)))
