import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.unrolled_loops import horner

TRACED = [(horner, _inputs.coefficients_and_points(3, 2))]

BUILT = [
    (_inputs.coefficients_and_points(2, 2)[0], np.float32, [-0.8544, 0.3373]),
    (_inputs.coefficients_and_points(2, 2)[1], np.float32, [-0.5844, 0.2081]),
]


@pytest.mark.parametrize(("count", "size"), [(0, 2), (1, 1), (2, 0), (7, 5), (300, 8)])
def test_horner_agrees_with_its_reference(transform, agree, count, size):
    arguments = _inputs.coefficients_and_points(count, size)
    result = transform(horner)(*map(jnp.asarray, arguments))
    # Higham, (5.3): 2 n half-eps of Σ |c| |x|ᵏ, and of the n terms only 1 / (1 - 0.9) = 10 or so count, of 1/2 or so.
    agree(result, _references.unrolled_loops.horner(*arguments), atol=6e-6)


def test_values_by_hand(transform, agree):
    # 2 x² - 3 x + 1 at 0, 1, 2 and -1.
    arguments = np.array([2, -3, 1], np.float32), np.array([0, 1, 2, -1], np.float32)
    expected = np.array([1, 0, 3, 6], np.float32)
    agree(transform(horner)(*map(jnp.asarray, arguments)), expected)
    agree(jnp.asarray(_references.unrolled_loops.horner(*arguments)), expected)


def test_in_float64_the_result_is_float64(transform, agree):
    arguments = tuple(array.astype(np.float64) for array in _inputs.coefficients_and_points(20, 3))
    with jax.enable_x64(True):
        result = transform(horner)(*map(jnp.asarray, arguments))
        agree(result, _references.unrolled_loops.horner(*arguments), rtol=1e-13, atol=1e-14)


def test_each_term_is_traced_anew():
    def operations(count):
        return len(jax.make_jaxpr(horner)(*_inputs.coefficients_and_points(count, 2)).eqns)

    assert operations(20) - operations(10) == operations(30) - operations(20) >= 2 * 10
