import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.regularisers import total_variation, total_variation_gradient

SHAPES = [(1, 1, 1), (1, 2, 3), (3, 4, 5)]


@pytest.mark.parametrize("shape", SHAPES)
def test_total_variation_agrees_with_its_reference(transform, agree, shape):
    volume = _inputs.vector(int(np.prod(shape))).reshape(shape)
    # A sum of at most 3 · 60 positive terms of two roundings each.
    rtol = 182 * float(np.finfo(np.float32).eps)
    agree(transform(total_variation)(jnp.asarray(volume)), _references.regularisers.total_variation(volume), rtol=rtol)


@pytest.mark.parametrize("shape", SHAPES)
def test_gradient_agrees_with_its_reference(transform, agree, shape):
    volume = _inputs.vector(int(np.prod(shape))).reshape(shape)
    # Six terms of at most 4 max|v|, each rounded at most 8 times: 6 · 4 · 8 half-eps.
    atol = 96 * float(np.finfo(np.float32).eps) * float(np.max(np.abs(volume)))
    result = transform(total_variation_gradient)(jnp.asarray(volume))
    agree(result, _references.regularisers.total_variation_gradient(volume), atol=atol)


def test_values_by_hand(transform, agree):
    volume = np.arange(8, dtype=np.float16).reshape(2, 2, 2)
    # Neighbours differ by 4, 2 and 1 along the axes, four pairs each: 4 · (16 + 4 + 1).
    expected = np.array(84, np.float16)
    agree(transform(total_variation)(jnp.asarray(volume)), expected)
    agree(jnp.asarray(_references.regularisers.total_variation(volume)), expected)
    # Every element has one neighbour an axis: ±2 · 4 ±2 · 2 ±2 · 1, minus on the lower side.
    gradient = np.array([[[-14, -10], [-6, -2]], [[2, 6], [10, 14]]], np.float16)
    agree(transform(total_variation_gradient)(jnp.asarray(volume)), gradient)
    agree(jnp.asarray(_references.regularisers.total_variation_gradient(volume)), gradient)


def test_a_constant_volume_has_no_variation(transform, agree):
    volume = jnp.full((3, 4, 5), 5.0, jnp.float32)
    agree(transform(total_variation)(volume), np.float32(0.0))
    agree(transform(total_variation_gradient)(volume), np.zeros((3, 4, 5), np.float32))


def test_gradient_agrees_with_central_differences(transform, central_differences):
    volume = _inputs.vector(24).reshape(2, 3, 4).astype(np.float64)
    # Central differences of a quadratic are exact but for rounding: that of a sum of some 100, over the
    # step, 100 · 2⁻⁵³ / 1e-2 = 1e-12 for each of its additions.
    with jax.enable_x64(True):
        gradient = transform(total_variation_gradient)(jnp.asarray(volume))
        expected = central_differences(total_variation, volume, step=1e-2)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, expected, atol=1e-9)


@pytest.mark.parametrize("kernel", [total_variation, total_variation_gradient])
def test_fewer_than_three_axes_are_refused(transform, kernel):
    with pytest.raises(ValueError, match="axis 2 is out of bounds"):
        transform(kernel)(jnp.ones((2, 2)))
