import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.gaussian_processes import log_evidence, log_evidence_gradient

TRACED = [(log_evidence, _inputs.noisy_curve(3)), (log_evidence_gradient, _inputs.noisy_curve(3))]

BUILT = [
    (_inputs.noisy_curve(2)[0], np.float64, [0.1823, -0.2231, -1.6094]),
    (_inputs.noisy_curve(2)[1], np.float64, [9.8549, 5.4318]),
    (_inputs.noisy_curve(2)[2], np.float64, [-0.1813, -0.6259]),
]

BOTH = [
    (log_evidence, _references.gaussian_processes.log_evidence),
    (log_evidence_gradient, _references.gaussian_processes.log_evidence_gradient),
]


@pytest.mark.parametrize(("kernel", "reference"), BOTH)
@pytest.mark.parametrize("count", [1, 33])
def test_both_agree_with_their_references(transform, agree, kernel, reference, count):
    arguments = _inputs.noisy_curve(count)
    # A covariance of eigenvalues from 0.04 to below 1.44 n: the condition number, below 36 n, times n eps.
    atol = 36 * count**2 * float(np.finfo(np.float64).eps)
    with jax.enable_x64(True):
        agree(transform(kernel)(*map(jnp.asarray, arguments)), reference(*arguments), atol=max(atol, 1e-13))


@pytest.mark.parametrize("function", [log_evidence_gradient, _references.gaussian_processes.log_evidence_gradient])
def test_the_gradient_and_its_reference_by_hand(function):
    # One value of 2 with a variance of 1 + 1: α = 1, and α² - 1 / K = 1/2 by each of the two; no length matters.
    with jax.enable_x64(True):
        value, gradient = function(np.zeros(3), np.array([7.0]), np.array([2.0]))
    np.testing.assert_allclose(value, -1 - np.log(4 * np.pi) / 2, rtol=1e-14)
    np.testing.assert_allclose(gradient, [0.5, 0, 0.5], rtol=1e-14)


def test_the_gradient_is_that_of_the_value(transform, central_differences):
    log_parameters, points, values = _inputs.noisy_curve(12)
    with jax.enable_x64(True):
        points, values = jnp.asarray(points), jnp.asarray(values)
        expected = central_differences(lambda some: log_evidence(some, points, values), log_parameters, 1e-5)
        value, gradient = transform(log_evidence_gradient)(jnp.asarray(log_parameters), points, values)
        assert value == pytest.approx(float(log_evidence(jnp.asarray(log_parameters), points, values)), rel=1e-13)
    # h² |f‴| / 6 of some tens, and ε |f| / h.
    np.testing.assert_allclose(gradient, expected, atol=1e-8)


@pytest.mark.parametrize(("kernel", "reference"), BOTH)
def test_in_float32_the_result_is_float32(agree, kernel, reference):
    arguments = tuple(array.astype(np.float32) for array in _inputs.noisy_curve(10))
    # By the condition number, below 360, times n eps.
    agree(jax.jit(kernel)(*map(jnp.asarray, arguments)), reference(*arguments), atol=4e-4)


@pytest.mark.parametrize("kernel", [log_evidence, log_evidence_gradient])
def test_another_number_of_values_is_refused(kernel):
    log_parameters, points, values = map(jnp.asarray, map(np.float32, _inputs.noisy_curve(4)))
    with pytest.raises((TypeError, ValueError), match="shape|dimension|size"):
        kernel(log_parameters, points, values[:3])
