import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.fourier import filtered, fourier_transform

TRACED = [
    (fourier_transform, (_inputs.complex_volume(3),)),
    (filtered, (_inputs.rows(4, 4), _inputs.low_pass(4))),
]

BUILT = [
    (_inputs.complex_signal(2).view(np.float32), np.float32, [-0.5232, 0.3562, -0.8515, 0.8028]),
    (_inputs.low_pass(3), np.float32, [[1.0, 0.0286], [0.0286, 0.0008], [0.0286, 0.0008]]),
]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize("shape", [(1,), (7,), (3, 5), (4, 4, 4), (2, 3, 5)])
def test_fourier_transform_agrees_with_its_reference(transform, agree, shape):
    values = _inputs.complex_volume(4).reshape(-1)[: int(np.prod(shape))].reshape(shape)
    # Each value goes into a sum through at most three complex products and six additions, of some 2 eps each.
    atol = 20 * EPS * float(np.sum(np.abs(values)))
    agree(transform(fourier_transform)(jnp.asarray(values)), _references.fourier.fourier_transform(values), atol=atol)


CASES = [
    # A one at the origin has all frequencies alike; shifted by one of four, each a quarter turn further.
    ([1, 0, 0, 0], [1, 1, 1, 1]),
    ([0, 1, 0, 0], [1, -1j, -1, 1j]),
    # Along both axes: the sums, and the differences.
    ([[1, 2], [3, 4]], [[10, -2], [-4, 0]]),
    ([[[1j]]], [[[1j]]]),
]


@pytest.mark.parametrize(("values", "expected"), CASES)
def test_fourier_transform_and_its_reference_by_hand(transform, agree, values, expected):
    values, expected = np.array(values, np.complex64), np.array(expected, np.complex64)
    agree(transform(fourier_transform)(jnp.asarray(values)), expected, atol=2 * EPS)
    agree(jnp.asarray(_references.fourier.fourier_transform(values)), expected, atol=2 * EPS)


def test_in_complex128_the_result_is_complex128(transform, agree):
    values = _inputs.complex_volume(4).astype(np.complex128)
    with jax.enable_x64(True):
        result = transform(fourier_transform)(jnp.asarray(values))
    agree(result, _references.fourier.fourier_transform(values), atol=1e-12)


@pytest.mark.parametrize("size", [1, 2, 15, 64])
def test_the_transform_of_a_signal_agrees_with_the_sum_that_it_is(transform, agree, size):
    values = _inputs.complex_signal(size)
    steps = np.arange(size)
    expected = (np.exp(-2j * np.pi * np.outer(steps, steps) / size) @ values).astype(np.complex64)
    atol = 20 * EPS * float(np.sum(np.abs(values)))
    agree(transform(fourier_transform)(jnp.asarray(values)), expected, atol=atol)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (5, 7), (8, 8), (6, 3), (32, 32)])
def test_filtered_agrees_with_its_reference(transform, agree, shape):
    plane = _inputs.rows(*shape)
    factors = _inputs.low_pass(32)[: shape[0], : shape[1] // 2 + 1]
    atol = 40 * EPS * float(np.max(np.abs(plane)))
    result = transform(filtered)(jnp.asarray(plane), jnp.asarray(factors))
    agree(result, _references.fourier.filtered(plane, factors), atol=atol)


def test_filtered_and_its_reference_by_hand(transform, agree):
    # Of its mean alone, a plane is left flat. Halved at every frequency, it is halved. Without its mean, it has none.
    plane = np.array([[1, 2, 3], [4, 5, 9]], np.float32)
    mean = np.array([[1, 0], [0, 0]], np.float32)
    cases = [(mean, np.full((2, 3), 4)), (np.full((2, 2), 0.5), plane / 2), (1 - mean, plane - 4)]
    for factors, expected in cases:
        factors, expected = factors.astype(np.float32), expected.astype(np.float32)
        agree(transform(filtered)(jnp.asarray(plane), jnp.asarray(factors)), expected, atol=16 * EPS)
        agree(jnp.asarray(_references.fourier.filtered(plane, factors)), expected, atol=16 * EPS)


def test_filtered_is_the_convolution_with_the_filter_that_the_factors_are_of(transform):
    plane, factors = _inputs.rows(6, 6), _inputs.low_pass(6)
    weights = np.fft.irfft2(factors, s=(6, 6))
    expected = sum(weights[place] * np.roll(plane, place, axis=(0, 1)) for place in np.ndindex(6, 6))
    np.testing.assert_allclose(transform(filtered)(jnp.asarray(plane), jnp.asarray(factors)), expected, atol=16 * EPS)


def test_in_float64_the_filtered_plane_is_float64(transform, agree):
    plane, factors = _inputs.rows(5, 4).astype(np.float64), _inputs.low_pass(5).astype(np.float64)
    with jax.enable_x64(True):
        result = transform(filtered)(jnp.asarray(plane), jnp.asarray(factors))
    agree(result, _references.fourier.filtered(plane, factors), atol=1e-14)


def test_factors_of_the_whole_spectrum_are_refused(transform):
    with pytest.raises(TypeError, match="incompatible shapes"):
        transform(filtered)(jnp.ones((4, 4)), jnp.ones((4, 4)))
