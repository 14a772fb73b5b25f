import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.relaxations import jacobi

TRACED = [(functools.partial(jacobi, steps=2), (_inputs.rows(4, 5),))]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize(("shape", "steps"), [((2, 2), 3), ((2, 5), 3), ((3, 3), 1), ((7, 4), 10), ((16, 16), 0)])
def test_jacobi_agrees_with_its_reference(transform, agree, shape, steps):
    grid = _inputs.rows(*shape)
    result = transform(functools.partial(jacobi, steps=steps))(jnp.asarray(grid))
    # Three additions a step, each of at most four times the largest value; a mean makes no error larger.
    atol = 3 * steps * EPS * float(np.max(np.abs(grid)))
    agree(result, _references.relaxations.jacobi(grid, steps=steps), atol=atol)


def test_jacobi_and_its_reference_by_hand(transform, agree):
    grid = np.array([[0, 4, 8, 0], [12, 1, 2, 16], [0, 20, 24, 0]], np.float32)
    # (4 + 20 + 12 + 2) / 4 and (8 + 24 + 1 + 16) / 4, then (4 + 20 + 12 + 12.25) / 4 and (8 + 24 + 9.5 + 16) / 4.
    once, twice = grid.copy(), grid.copy()
    once[1, 1:3], twice[1, 1:3] = [9.5, 12.25], [12.0625, 14.375]
    for steps, expected in ((0, grid), (1, once), (2, twice)):
        agree(transform(functools.partial(jacobi, steps=steps))(jnp.asarray(grid)), expected)
        agree(jnp.asarray(_references.relaxations.jacobi(grid, steps=steps)), expected)


def test_a_step_scales_a_mode_of_the_square_by_the_cosine(transform, agree):
    # sin(π i / n) sin(π j / n) is zero on the border; the sum of two neighbours in a row is 2 cos(π / n) times it.
    side, steps = 9, 20
    mode = np.sin(np.pi * np.arange(side) / (side - 1))
    grid = np.outer(mode, mode)
    grid[[0, -1]] = grid[:, [0, -1]] = 0  # sin(π) is not quite 0
    expected = np.cos(np.pi / (side - 1)) ** steps * grid
    with jax.enable_x64(True):
        result = transform(functools.partial(jacobi, steps=steps))(jnp.asarray(grid))
        agree(result, expected, atol=1e-14)
    np.testing.assert_allclose(_references.relaxations.jacobi(grid, steps=steps), expected, atol=1e-14)
