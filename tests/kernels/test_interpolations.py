import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.interpolations import interpolate_linearly


def points_grid_values(size, count):
    grid, points = _inputs.grid_and_points(size, count)
    return points, grid, _inputs.vector(size)


TRACED = [(interpolate_linearly, points_grid_values(4, 8))]


@pytest.mark.parametrize(("size", "count"), [(2, 7), (3, 0), (16, 1000), (200, 300)])
def test_interpolate_linearly_agrees_with_its_reference(transform, agree, size, count):
    points, grid, values = points_grid_values(size, count)
    result = transform(interpolate_linearly)(jnp.asarray(points), jnp.asarray(grid), jnp.asarray(values))
    # Five roundings of a difference of two values, and one of the result.
    atol = 11 * float(np.finfo(np.float32).eps) / 2 * float(np.max(np.abs(values)))
    agree(result, _references.interpolations.interpolate_linearly(points, grid, values), atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_interpolate_linearly_and_its_reference_by_hand(transform, agree, dtype):
    # A quarter of the way from 10 to 20; a grid's point; half the way from 20 to 0; below and above the grid its ends.
    grid, values = np.array([0, 4, 6], dtype), np.array([10, 20, 0], dtype)
    points, expected = np.array([[1, 4, 5], [-3, 7, 0]], dtype), np.array([[12.5, 20, 10], [10, 0, 10]], dtype)
    agree(transform(interpolate_linearly)(jnp.asarray(points), jnp.asarray(grid), jnp.asarray(values)), expected)
    agree(jnp.asarray(_references.interpolations.interpolate_linearly(points, grid, values)), expected)


def test_in_float64_the_result_is_float64(transform, agree):
    points, grid, values = (array.astype(np.float64) for array in points_grid_values(16, 100))
    expected = _references.interpolations.interpolate_linearly(points, grid, values)
    with jax.enable_x64(True):
        result = transform(interpolate_linearly)(jnp.asarray(points), jnp.asarray(grid), jnp.asarray(values))
        agree(result, expected, atol=1e-14)


def test_a_grid_and_values_of_two_lengths_are_refused(transform):
    with pytest.raises(ValueError, match="fp must be of shape|xp and fp must be"):
        transform(interpolate_linearly)(jnp.ones(2), jnp.ones(3), jnp.ones(4))
