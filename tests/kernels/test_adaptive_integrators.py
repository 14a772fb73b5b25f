import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from benchmarks import _inputs, _references
from jaxvelocity.kernels import adaptive_integrators

SETTINGS = {"duration": 5.0, "first_step": 0.01, "tolerance": 1e-6}  # the benchmark's

van_der_pol = functools.partial(adaptive_integrators.van_der_pol, **SETTINGS)
van_der_pol_reference = functools.partial(_references.adaptive_integrators.van_der_pol, **SETTINGS)

TRACED = [(van_der_pol, _inputs.oscillators(2))]

BUILT = [
    (_inputs.oscillators(1)[0], np.float64, [[-0.5107, 0.7276]]),
    (_inputs.oscillators(1)[1], np.float64, [1.7963]),
]


@pytest.mark.parametrize("count", [1, 100])
def test_van_der_pol_agrees_with_its_reference(transform, agree, count):
    starts, stiffness = _inputs.oscillators(count)
    with jax.enable_x64(True):
        result = transform(van_der_pol)(jnp.asarray(starts), jnp.asarray(stiffness))
    # Some 100 steps of 50 roundings each, of values up to 5, that the flow stretches no more than tenfold.
    agree(result, van_der_pol_reference(starts, stiffness), atol=1e-11)


@pytest.mark.parametrize("solve", [van_der_pol, van_der_pol_reference])
def test_both_solve_the_equation(solve):
    starts, stiffness = _inputs.oscillators(8)
    with jax.enable_x64(True):
        got, _ = solve(starts, stiffness)
    for start, mu, end in zip(starts, stiffness, got, strict=True):
        exact = solve_ivp(
            lambda _, y, mu=mu: [y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]],
            (0, 5),
            start,
            "DOP853",
            rtol=1e-12,
            atol=1e-12,
        )
        np.testing.assert_allclose(end, exact.y[:, -1], atol=1e-4)  # a tolerance of 1e-6 a step, some tens of steps


@pytest.mark.parametrize("solve", [van_der_pol, van_der_pol_reference])
def test_both_by_hand(solve):
    with jax.enable_x64(True):
        # At rest nothing is in error, so steps grow fivefold: 0.01, 0.05, 0.25, 1.25 and what is left of 5.
        end, tries = solve(np.zeros((1, 2)), np.ones(1))
        np.testing.assert_array_equal(end, [[0, 0]])
        np.testing.assert_array_equal(tries, [5])
        # Without μ it is a harmonic oscillator.
        end, _ = solve(np.array([[1.0, 0.0]]), np.zeros(1))
        np.testing.assert_allclose(end, [[np.cos(5), -np.sin(5)]], atol=1e-5)


def test_a_first_step_that_is_too_long_is_tried_anew(agree):
    starts, stiffness = _inputs.oscillators(3)
    settings = SETTINGS | {"first_step": 100.0}
    with jax.enable_x64(True):
        result = jax.jit(functools.partial(adaptive_integrators.van_der_pol, **settings))(
            jnp.asarray(starts), jnp.asarray(stiffness)
        )
    agree(result, _references.adaptive_integrators.van_der_pol(starts, stiffness, **settings), atol=1e-11)
    np.testing.assert_allclose(result[0], van_der_pol_reference(starts, stiffness)[0], atol=1e-4)


def test_in_float32_the_result_is_float32(agree):
    starts, stiffness = (array.astype(np.float32) for array in _inputs.oscillators(3))
    settings = SETTINGS | {"tolerance": 1e-4}
    end, tries = jax.jit(functools.partial(adaptive_integrators.van_der_pol, **settings))(
        jnp.asarray(starts), jnp.asarray(stiffness)
    )
    expected, _ = _references.adaptive_integrators.van_der_pol(starts, stiffness, **settings)
    agree(end, expected, atol=1e-3)  # ten times the tolerance: in float32 other steps may be taken
    assert tries.dtype == np.int32


def test_rounding_changes_no_step_of_the_benchmarks_input():
    # Cancellation leaves an error estimate some 1e-16 / 1e-6 of itself; a hundred times that still changes no count.
    starts, stiffness = _inputs.oscillators(1000)
    _, tries = van_der_pol_reference(starts, stiffness)
    for tolerance in (1e-6 * (1 - 1e-8), 1e-6 * (1 + 1e-8)):
        _, others = van_der_pol_reference(starts, stiffness, tolerance=tolerance)
        np.testing.assert_array_equal(others, tries)
