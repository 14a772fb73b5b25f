import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.fourier import fourier_transform

TRACED = [(fourier_transform, (_inputs.complex_volume(3),))]

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
