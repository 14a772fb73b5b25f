import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.activations import gelu, selu

TRACED = [(gelu, (_inputs.vector(8),))]

# The limit at minus infinity, -scale · alpha: -1.0507009873554805 · 1.6732632423543772.
LIMIT = -1.7580993408473766


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (1000,), (4, 5)])
def test_selu_agrees_with_its_reference(transform, agree, shape, dtype):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape).astype(dtype)
    # Above 0 one rounding of the constant and one of the product; below, some roundings of numbers up to
    # -LIMIT.
    eps = float(np.finfo(dtype).eps)
    agree(transform(selu)(jnp.asarray(x)), _references.activations.selu(x), rtol=2 * eps, atol=4 * eps * -LIMIT)


def test_selu_at_known_points(transform):
    # By hand: 0; scale · 1; scale · alpha · (1/e - 1) = 1.7580993408473766 · -0.6321205588285577.
    expected = [0.0, 1.0507009873554805, -1.1113307378125625]
    np.testing.assert_allclose(transform(selu)(jnp.array([0.0, 1.0, -1.0])), expected, rtol=1e-6)
    np.testing.assert_allclose(_references.activations.selu(np.array([0.0, 1.0, -1.0])), expected, rtol=1e-15)


def test_selu_far_from_zero_is_linear_above_and_flat_below(transform, agree):
    x = np.array([1e30, -1e30, np.inf, -np.inf], np.float32)
    expected = np.array([1.0507009873554805e30, LIMIT, np.inf, LIMIT], np.float32)
    agree(transform(selu)(jnp.asarray(x)), expected, rtol=3e-7)
    agree(jnp.asarray(_references.activations.selu(x)), expected)


def test_selu_takes_other_constants(transform):
    # With alpha = scale = 1 it is the exponential linear unit: exp(-1) - 1 at -1.
    result = transform(lambda x: selu(x, alpha=1.0, scale=1.0))(jnp.array(-1.0))
    np.testing.assert_allclose(result, -0.6321205588285577, rtol=1e-6)


def test_selu_constants_keep_mean_0_and_variance_1():
    # What Klambauer 2017 derives them from: z ~ N(0, 1) gives E selu(z) = 0 and E selu(z)² = 1. The
    # trapezoid rule with step 1e-3 errs by some 1e-7 here, because of the bend at 0.
    z = np.linspace(-10, 10, 20_001)
    weights = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi) * 1e-3
    with jax.enable_x64(True):
        y = np.asarray(selu(jnp.asarray(z)))
    assert y.dtype == np.float64
    np.testing.assert_allclose([np.sum(weights * y), np.sum(weights * y**2)], [0.0, 1.0], atol=1e-6)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (1000,), (4, 5)])
def test_gelu_agrees_with_its_reference(transform, agree, shape, dtype):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape).astype(dtype)
    # The error function is right to some roundings of 1, which x / 2 multiplies, as it does those of 1 + erf.
    eps = float(np.finfo(dtype).eps)
    agree(transform(gelu)(jnp.asarray(x)), _references.activations.gelu(x), rtol=4 * eps, atol=8 * eps)


def test_gelu_at_known_points(transform):
    # Φ(1) = 0.8413447460685429, Φ(-1) = 1 - Φ(1), Φ(2) = 0.9772498680518208: tables of the normal distribution.
    expected = [0.0, 0.8413447460685429, -0.15865525393145707, 1.9544997361036416]
    points = np.array([0.0, 1.0, -1.0, 2.0])
    np.testing.assert_allclose(transform(gelu)(jnp.asarray(points, jnp.float32)), expected, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(_references.activations.gelu(points), expected, rtol=1e-15)


def test_gelu_far_from_zero_is_the_identity_above_and_0_below(transform, agree):
    x, expected = np.array([20, -20, 1e30, -1e30], np.float32), np.array([20, 0, 1e30, 0], np.float32)
    agree(transform(gelu)(jnp.asarray(x)), expected, rtol=3e-7)
    agree(jnp.asarray(_references.activations.gelu(x)), expected, atol=1e-30)


def test_gelu_in_float64_is_float64(transform, agree):
    x = _inputs.vector(100).astype(np.float64)
    with jax.enable_x64(True):
        agree(transform(gelu)(jnp.asarray(x)), _references.activations.gelu(x), rtol=1e-14, atol=1e-15)
