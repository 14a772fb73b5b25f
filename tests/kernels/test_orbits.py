import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels import orbits

SETTINGS = {"steps": 4, "time_step": 0.05, "softening": 0.1}  # the benchmark's

leapfrog = functools.partial(orbits.leapfrog, **SETTINGS)
leapfrog_reference = functools.partial(_references.orbits.leapfrog, **SETTINGS)

TRACED = [(leapfrog, _inputs.bodies(3))]

BUILT = [
    (_inputs.bodies(1)[0], np.float32, [[0.3408, -0.4861, 0.9138]]),
    (_inputs.bodies(1)[1], np.float32, [[-0.4455, -0.1247, -0.5327]]),
    (_inputs.bodies(1)[2], np.float32, [0.7925]),
]


@pytest.mark.parametrize("count", [1, 15, 100])
def test_leapfrog_agrees_with_its_reference(transform, agree, count):
    arguments = _inputs.bodies(count)
    # Positions below 4 are rounded at each step, and velocities below 2 with sums of pulls of some 1 times 0.05.
    agree(transform(leapfrog)(*map(jnp.asarray, arguments)), leapfrog_reference(*arguments), atol=2e-6)


@pytest.mark.parametrize("steps", [0, 9])
def test_it_takes_as_many_steps_as_it_is_told(transform, agree, steps):
    arguments = _inputs.bodies(5)
    result = transform(functools.partial(leapfrog, steps=steps))(*map(jnp.asarray, arguments))
    agree(result, leapfrog_reference(*arguments, steps=steps), atol=4e-6)


@pytest.mark.parametrize("move", [orbits.leapfrog, _references.orbits.leapfrog])
def test_both_by_hand(move):
    # 3 apart, softened by 4: 3 · 125 / 5³ = 3 is each one's acceleration. Half of it is the speed at which they go for
    # a time of 1, and then they are at the same place and pull no more.
    positions = np.array([[0, 0, 0], [3, 0, 0]], np.float32)
    masses = np.array([125, 125], np.float32)
    x, v = move(positions, np.zeros_like(positions), masses, steps=1, time_step=1.0, softening=4.0)
    np.testing.assert_allclose(x, [[1.5, 0, 0], [1.5, 0, 0]], atol=1e-6)
    np.testing.assert_allclose(v, [[1.5, 0, 0], [-1.5, 0, 0]], atol=1e-6)


def test_in_float64_the_result_is_float64_and_keeps_the_momentum(agree):
    arguments = tuple(array.astype(np.float64) for array in _inputs.bodies(20))
    with jax.enable_x64(True):
        result = jax.jit(leapfrog)(*map(jnp.asarray, arguments))
    agree(result, leapfrog_reference(*arguments), atol=1e-13)
    _, velocities, masses = arguments
    np.testing.assert_allclose(masses @ np.asarray(result[1]), masses @ velocities, atol=1e-14)


def test_another_number_of_masses_is_refused():
    positions, velocities, masses = map(jnp.asarray, _inputs.bodies(4))
    with pytest.raises(TypeError, match="incompatible shapes"):
        leapfrog(positions, velocities, masses[:3])
