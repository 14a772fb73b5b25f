import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels import conjugate_gradients

TOLERANCE = 1e-5

implicit_heat_step = functools.partial(conjugate_gradients.implicit_heat_step, tolerance=TOLERANCE)
implicit_heat_step_reference = functools.partial(
    _references.conjugate_gradients.implicit_heat_step, tolerance=TOLERANCE
)

TRACED = [(functools.partial(implicit_heat_step, diffusion=10.0), (_inputs.rows(4, 3),))]


@pytest.mark.parametrize(("shape", "diffusion"), [((1, 1), 1.0), ((1, 5), 0.0), ((7, 4), 10.0), ((32, 32), 10.0)])
def test_implicit_heat_step_agrees_with_its_reference(transform, shape, diffusion):
    heat = _inputs.rows(*shape)
    result = transform(functools.partial(implicit_heat_step, diffusion=diffusion))(jnp.asarray(heat))
    expected = implicit_heat_step_reference(heat, diffusion)
    assert (result.dtype, result.shape) == (np.float32, shape)
    assert (expected.dtype, expected.shape) == (np.float32, shape)
    # The operator's eigenvalues are 1 and more, so that the error is no longer than the residual.
    error = np.linalg.norm(np.asarray(result, np.float64) - expected)
    assert error <= (TOLERANCE + 4 * np.finfo(np.float32).eps) * np.linalg.norm(heat)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (6, 4)])
def test_the_reference_solves_the_equations(shape):
    heat = _inputs.rows(*shape).astype(np.float64)
    u = implicit_heat_step_reference(heat, 3.0)
    around = np.pad(u, 1)
    neighbours = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    np.testing.assert_allclose(u - 3.0 * (neighbours - 4 * u), heat, atol=1e-13)


CASES = [
    # 5 u = 5; of two neighbours, 5 u - v = 4 and 5 v - u = 4; and nothing is nothing.
    ([[5]], [[1]]),
    ([[4, 4]], [[1, 1]]),
    ([[0, 0], [0, 0]], [[0, 0], [0, 0]]),
]


@pytest.mark.parametrize(("heat", "expected"), CASES)
def test_implicit_heat_step_and_its_reference_by_hand(transform, agree, heat, expected):
    heat, expected = np.array(heat, np.float32), np.array(expected, np.float32)
    agree(transform(functools.partial(implicit_heat_step, diffusion=1.0))(jnp.asarray(heat)), expected, atol=1e-6)
    agree(jnp.asarray(implicit_heat_step_reference(heat, 1.0)), expected, atol=1e-6)


def test_in_float64_a_tighter_tolerance_is_met(agree):
    heat = _inputs.rows(9, 8).astype(np.float64)
    with jax.enable_x64(True):
        step = functools.partial(conjugate_gradients.implicit_heat_step, diffusion=10.0, tolerance=1e-12)
        result = jax.jit(step)(jnp.asarray(heat))
    agree(result, implicit_heat_step_reference(heat, 10.0), atol=1e-11)
