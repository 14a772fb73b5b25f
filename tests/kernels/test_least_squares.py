import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.least_squares import least_squares

TRACED = [(least_squares, (_inputs.rows(4, 2), _inputs.vector(4)))]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize("shape", [(1, 1), (5, 2), (64, 8), (300, 8), (4, 4), (2, 3)])
def test_least_squares_agrees_with_its_reference(transform, agree, shape):
    matrix, targets = _inputs.rows(*shape), _inputs.vector(shape[0])
    values = np.linalg.svd(matrix.astype(np.float64), compute_uv=False)
    # The condition number's square in the worst case (Higham, Accuracy and Stability of Numerical Algorithms, 20.1).
    atol = 8 * EPS * float((values[0] / values[-1]) ** 2 * np.linalg.norm(targets) / values[0])
    result = transform(least_squares)(jnp.asarray(matrix), jnp.asarray(targets))
    agree(result, _references.least_squares.least_squares(matrix, targets), atol=atol)


CASES = [
    # y = a + b t through (0, 1), (1, 2), (2, 6): the means are 1 and 3, so b = (-1 · -2 + 1 · 3) / 2, a = 3 - b.
    ([[1, 0], [1, 1], [1, 2]], [1, 2, 6], [0.5, 2.5]),
    # As many equations as unknowns: they are solved.
    ([[2, 0], [0, 4]], [2, 2], [1, 0.5]),
    # Fewer, x + y = 2, and twice the same: the shortest.
    ([[1, 1]], [2], [1, 1]),
    ([[1, 1], [1, 1]], [2, 2], [1, 1]),
    ([[0, 0], [0, 0]], [2, 2], [0, 0]),
]


@pytest.mark.parametrize(("matrix", "targets", "expected"), CASES)
def test_least_squares_and_its_reference_by_hand(transform, agree, matrix, targets, expected):
    matrix, targets, expected = (np.array(array, np.float32) for array in (matrix, targets, expected))
    agree(transform(least_squares)(jnp.asarray(matrix), jnp.asarray(targets)), expected, atol=32 * EPS)
    agree(jnp.asarray(_references.least_squares.least_squares(matrix, targets)), expected, atol=32 * EPS)


def test_in_float64_the_result_is_float64(transform, agree):
    matrix, targets = _inputs.rows(9, 3).astype(np.float64), _inputs.vector(9).astype(np.float64)
    with jax.enable_x64(True):
        result = transform(least_squares)(jnp.asarray(matrix), jnp.asarray(targets))
    agree(result, _references.least_squares.least_squares(matrix, targets), atol=1e-13)


def test_shapes_that_do_not_fit_are_refused(transform):
    with pytest.raises(ValueError, match="Leading dimensions of input arrays must match"):
        transform(least_squares)(jnp.ones((2, 3)), jnp.ones(3))
    with pytest.raises(TypeError, match="Array must be two-dimensional"):
        transform(least_squares)(jnp.ones(2), jnp.ones(2))
