import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.logistic import (
    sum_logistic,
    sum_logistic_central_differences,
    sum_logistic_gradient,
    sum_logistic_gradient_of_jitted,
)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (4, 4)])
def test_sum_and_gradient_agree_with_their_references(transform, agree, shape, dtype):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape).astype(dtype)
    # At most 16 positive terms: 15 roundings of sums, and at most 4 in a term. The gradient is one term, from
    # a product of three factors that have some roundings each.
    eps = float(np.finfo(dtype).eps)
    agree(transform(sum_logistic)(jnp.asarray(x)), _references.logistic.sum_logistic(x), rtol=20 * eps)
    for kernel in (sum_logistic_gradient, sum_logistic_gradient_of_jitted):
        gradient = transform(kernel)(jnp.asarray(x))
        agree(gradient, getattr(_references.logistic, kernel.__name__)(x), rtol=10 * eps)


def test_values_at_0_1_2(transform):
    x = jnp.array([0.0, 1.0, 2.0])
    # By hand: 1/2 + 1/(1 + 1/e) + 1/(1 + 1/e²) = 0.5 + 0.7310585786 + 0.8807970780.
    np.testing.assert_allclose(transform(sum_logistic)(x), 2.1118556566, rtol=1e-6)
    # Printed in JAX's quickstart.
    expected = [0.25, 0.19661193, 0.10499359]
    np.testing.assert_allclose(transform(sum_logistic_gradient)(x), expected, rtol=1e-6)
    np.testing.assert_allclose(transform(sum_logistic_gradient_of_jitted)(x), expected, rtol=1e-6)
    np.testing.assert_allclose(_references.logistic.sum_logistic_gradient(np.arange(3.0)), expected, rtol=1e-7)


def test_gradient_agrees_with_central_differences(transform, central_differences):
    x = np.linspace(-3, 3, 9)
    # The differences err by step² / 6 times a third derivative of at most 1/8, 2e-12, and by the rounding of
    # a sum below 9, some 9 · 2⁻⁵³ / step = 1e-10.
    with jax.enable_x64(True):
        gradient = transform(sum_logistic_gradient)(jnp.asarray(x))
        expected = central_differences(sum_logistic, x, step=1e-5)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, expected, atol=1e-9)


def test_far_from_zero_the_sum_saturates(transform, agree):
    # exp(1000) overflows; the limits are 0 and 1.
    x = np.array([-1000.0, -100.0, 100.0, 1000.0], np.float32)
    agree(transform(sum_logistic)(jnp.asarray(x)), np.float32(2.0))
    agree(jnp.asarray(_references.logistic.sum_logistic(x)), np.float32(2.0))


def test_far_from_zero_the_gradient_vanishes(transform, agree):
    # As far below 0 as its docstring allows. The exact values there are exp(-88) = 6e-39 and less.
    x = np.array([-88.0, 88.0, 1000.0], np.float32)
    agree(transform(sum_logistic_gradient)(jnp.asarray(x)), np.zeros(3, np.float32), atol=1e-37)
    agree(jnp.asarray(_references.logistic.sum_logistic_gradient(x)), np.zeros(3, np.float32), atol=1e-37)


# The error of central differences at 0, 1 and 2; s is the logistic function, f the sum of the three, 2.11, and eps that
# of the dtype:
# - truncation: h² f'''/6 + h⁴ f⁽⁵⁾/120 and on, f''' being s' (1 - 6 s') and f⁽⁵⁾ nowhere above 1/4;
# - rounding: each f has at most 4 roundings in a term and 2 of the sum, 6 · eps/2 · f, and that of x + h, at most
#   eps/2 · 2 s'(2) = 0.1 eps. Two of them over 2h: (3 · 2.12 + 0.1) eps / h, below 7 eps / h.
STEPS = [10.0 ** (-half / 2) for half in range(2, 13)]  # from 1e-1 to 1e-6 in half decades
SLOPES = np.array([0.25, 0.19661193324148188, 0.10499358540350662])  # in full what JAX's quickstart prints
THIRD_DERIVATIVES = SLOPES * (1 - 6 * SLOPES)
EPS = {dtype: float(np.finfo(dtype).eps) for dtype in (np.float32, np.float64)}


def errors(transform, dtype):
    """Signed error of the differences at 0, 1 and 2 for each of `STEPS`, (11, 3), float64."""
    with jax.enable_x64(True):
        x = jnp.arange(3, dtype=dtype)
        kernels = [transform(functools.partial(sum_logistic_central_differences, step=step)) for step in STEPS]
        results = [kernel(x) for kernel in kernels]
    assert all((result.dtype, result.shape) == (dtype, (3,)) for result in results)
    return np.array(results, np.float64) - SLOPES


def log_slope(steps, found):
    """Slope of the straight line through the largest error of each step, both in logarithms."""
    return np.polyfit(np.log(steps), np.log(np.abs(found).max(axis=1)), 1)[0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_central_differences_never_err_by_more_than_truncation_and_rounding(transform, dtype):
    for step, error in zip(STEPS, errors(transform, dtype), strict=True):
        bound = step**2 * np.abs(THIRD_DERIVATIVES) / 6 + step**4 / 480 + 7 * EPS[dtype] / step
        assert np.all(np.abs(error) <= bound)


def test_large_steps_of_central_differences_truncate(transform):
    # In float64 down to 1e-3: rounding, 7 eps / h = 2e-12, is nothing beside 6e-9.
    found = errors(transform, np.float64)[:5]
    for step, error in zip(STEPS[:5], found, strict=True):
        np.testing.assert_allclose(error, step**2 * THIRD_DERIVATIVES / 6, rtol=0, atol=step**4 / 480 + 2e-12)
    assert log_slope(STEPS[:5], found) == pytest.approx(2, abs=1e-2)
    # In float32 at 1e-1 alone: 8.4e-6, and 2e-7 of the next term, beside up to 2.1e-4.
    np.testing.assert_allclose(errors(transform, np.float32)[0], THIRD_DERIVATIVES / 600, rtol=0, atol=9e-6)


def test_small_steps_of_central_differences_round(transform):
    # In float32 from 1e-3 on: truncation, 2e-8, is nothing beside rounding, some eps / h = 1e-4 and more. How much of
    # its bound each f is rounded by is chance, which scatters the errors about the slope.
    found = errors(transform, np.float32)
    assert log_slope(STEPS[4:], found[4:]) == pytest.approx(-1, abs=0.3)
    # Floats from 2 to 4, where f is, lie 2 eps apart, so differences over 2h are multiples of eps / h: 0.1192 for 1e-6.
    # The nearest to s'(1) is 0.2384, which is 0.0418 away.
    assert abs(found[-1][1]) > 0.041


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_best_step_of_central_differences_is_about_the_cube_root_of_eps(transform, dtype):
    # There truncation and rounding are of one size: 4.9e-3 in float32, 6.1e-6 in float64.
    best = STEPS[int(np.argmin(np.abs(errors(transform, dtype)).max(axis=1)))]
    assert 0.1 < best / EPS[dtype] ** (1 / 3) < 10


def test_the_reference_of_central_differences_is_the_gradient(agree):
    x = _inputs.vector(5)
    expected = _references.logistic.sum_logistic_gradient(x)
    agree(jnp.asarray(_references.logistic.sum_logistic_central_differences(x, 1e-2)), expected)
    # Truncation, 1e-4 / 6 of a third derivative of at most 1/8, is 2.1e-6. Rounding, of a sum of five terms below 1,
    # is at most 8 · eps/2 · 5 for each f: 2.4e-4 over h.
    agree(sum_logistic_central_differences(jnp.asarray(x), 1e-2), expected, atol=2.5e-4)
