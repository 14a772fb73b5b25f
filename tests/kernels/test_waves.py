import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels import waves

TRACED = [(functools.partial(waves.propagate, steps=3, courant=0.5), (_inputs.rows(4, 3),))]


@pytest.mark.parametrize(("shape", "steps"), [((1, 1), 1), ((1, 5), 2), ((2, 2), 20), ((64, 63), 20)])
def test_propagate_agrees_with_its_reference(transform, agree, shape, steps):
    heights = _inputs.rows(*shape)
    expected = _references.waves.propagate(heights, steps, 0.5)
    result = transform(functools.partial(waves.propagate, steps=steps, courant=0.5))(jnp.asarray(heights))
    # A rounding of a height of up to 4 some four times a step, which then is carried on like any other height.
    agree(result, expected, atol=1e-5)


CASES = [
    # Along a ring of four, r² = 1/4: half of a fourth of a neighbour less itself, twice, and the same once more.
    (1, [[1, 0, 0, 0]], [[0.75, 0.125, 0, 0.125]]),
    (2, [[1, 0, 0, 0]], [[0.1875, 0.375, 0.0625, 0.375]]),
    # In the plane a peak loses four eighths to its four neighbours.
    (1, [[0, 0, 0], [0, 1, 0], [0, 0, 0]], [[0, 0.125, 0], [0.125, 0.5, 0.125], [0, 0.125, 0]]),
    (9, [[3, 3], [3, 3]], [[3, 3], [3, 3]]),
]


@pytest.mark.parametrize(("steps", "heights", "expected"), CASES)
def test_propagate_and_its_reference_by_hand(transform, agree, steps, heights, expected):
    heights, expected = np.array(heights, np.float32), np.array(expected, np.float32)
    agree(transform(functools.partial(waves.propagate, steps=steps, courant=0.5))(jnp.asarray(heights)), expected)
    agree(jnp.asarray(_references.waves.propagate(heights, steps, 0.5)), expected, atol=1e-7)


def test_in_float64_the_result_is_float64(agree):
    heights = _inputs.rows(6, 5).astype(np.float64)
    with jax.enable_x64(True):
        result = jax.jit(functools.partial(waves.propagate, steps=20, courant=0.6))(jnp.asarray(heights))
    agree(result, _references.waves.propagate(heights, 20, 0.6), atol=1e-13)
