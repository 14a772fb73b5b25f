import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.matrix_functions import inverse_square_root, matrix_exponential, matrix_exponentials

TRACED = [
    (inverse_square_root, (_inputs.spd_systems(1, 3)[0][0],)),
    (matrix_exponential, (_inputs.drifts(1, 2)[0],)),
    (matrix_exponentials, (_inputs.drifts(3, 2),)),
]

BUILT = [(_inputs.drifts(1, 2), np.float32, [[[-0.8016, 0.2677], [1.0841, 0.9373]]])]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize("side", [1, 2, 7, 40])
def test_inverse_square_root_agrees_with_its_reference(transform, agree, side):
    matrix = _inputs.spd_systems(1, side)[0][0]
    expected = _references.matrix_functions.inverse_square_root(matrix)
    # Its largest value by the condition number, which is below 10, and some eps for the sums.
    agree(transform(inverse_square_root)(jnp.asarray(matrix)), expected, atol=60 * EPS * float(np.max(expected)))
    root = expected.astype(np.float64)
    np.testing.assert_allclose(root @ matrix @ root, np.eye(side), atol=60 * EPS)


def test_inverse_square_root_and_its_reference_by_hand(transform, agree):
    # Along (1, 1) the matrix multiplies by 4, along (1, -1) by 1: its root's inverse by 1/2 and by 1.
    matrix = np.array([[2.5, 1.5], [1.5, 2.5]], np.float32)
    expected = np.array([[0.75, -0.25], [-0.25, 0.75]], np.float32)
    agree(transform(inverse_square_root)(jnp.asarray(matrix)), expected, atol=8 * EPS)
    agree(jnp.asarray(_references.matrix_functions.inverse_square_root(matrix)), expected, atol=8 * EPS)


def series(matrix: np.ndarray) -> np.ndarray:
    """exp A by its series, which rounds little where A is no larger than some units."""
    term = total = np.eye(len(matrix))
    for order in range(1, 80):
        term = term @ matrix / order
        total = total + term
    return total


# 0.1, 1 and 8 take the first, the second and the last of three branches, and 8 is squared once or twice.
@pytest.mark.parametrize(("side", "scale"), [(1, 1.0), (5, 0.0), (5, 0.1), (5, 1.0), (5, 8.0), (20, 8.0)])
def test_matrix_exponential_agrees_with_its_reference_and_the_series(transform, agree, side, scale):
    matrix = _inputs.drifts(1, side)[0] * np.float32(scale)
    norm = float(np.linalg.norm(matrix, 1))
    atol = 8 * EPS * (1 + norm) * float(np.exp(np.linalg.norm(matrix, 2)))
    expected = _references.matrix_functions.matrix_exponential(matrix)
    agree(transform(matrix_exponential)(jnp.asarray(matrix)), expected, atol=atol)
    np.testing.assert_allclose(expected, series(matrix.astype(np.float64)), atol=atol, rtol=EPS)


@pytest.mark.parametrize("shape", [(1, 1), (7, 4)])
def test_matrix_exponentials_agree_with_their_reference(transform, agree, shape):
    matrices = _inputs.drifts(*shape)
    matrices[0] *= np.float32(0.01)  # that each takes a branch of its own
    matrices[-1] *= np.float32(4)
    expected = _references.matrix_functions.matrix_exponentials(matrices)
    atol = 32 * EPS * float(np.max(np.abs(expected)))
    agree(transform(matrix_exponentials)(jnp.asarray(matrices)), expected, atol=atol)


CASES = [
    # Squared, it is 0: I + A. A quarter turn's generator: cos and sin of π/2. Along the axes: e and 1/e.
    ([[0, 3], [0, 0]], [[1, 3], [0, 1]]),
    ([[0, -np.pi / 2], [np.pi / 2, 0]], [[0, -1], [1, 0]]),
    ([[1, 0], [0, -1]], [[np.e, 0], [0, 1 / np.e]]),
]


@pytest.mark.parametrize(("matrix", "expected"), CASES)
def test_exponentials_and_their_reference_by_hand(transform, agree, matrix, expected):
    matrix, expected = np.array(matrix, np.float32), np.array(expected, np.float32)
    agree(transform(matrix_exponential)(jnp.asarray(matrix)), expected, atol=16 * EPS)
    agree(transform(matrix_exponentials)(jnp.asarray(matrix[np.newaxis])), expected[np.newaxis], atol=16 * EPS)
    agree(jnp.asarray(_references.matrix_functions.matrix_exponential(matrix)), expected, atol=16 * EPS)


def test_beyond_sixteen_squarings_there_is_no_exponential(transform):
    assert np.isnan(transform(matrix_exponential)(jnp.eye(2) * 1e6)).all()


@pytest.mark.parametrize(("kernel", "matrix"), [(kernel, matrix) for kernel, (matrix,) in TRACED])
def test_in_float64_the_result_is_float64(transform, agree, kernel, matrix):
    expected = getattr(_references.matrix_functions, kernel.__name__)(matrix.astype(np.float64))
    with jax.enable_x64(True):
        result = transform(kernel)(jnp.asarray(matrix.astype(np.float64)))
    agree(result, expected, atol=1e-13)


def test_matrices_that_are_not_square_are_refused(transform):
    with pytest.raises(ValueError, match=r"must have shape \[..., n, n\]"):
        transform(inverse_square_root)(jnp.ones((2, 3)))
    with pytest.raises(ValueError, match="square matrix"):
        transform(matrix_exponential)(jnp.ones((2, 3)))
    with pytest.raises(ValueError, match="square matrix"):
        transform(matrix_exponentials)(jnp.ones((2, 2, 3)))


def test_drifts_have_their_eigenvalues_near_the_unit_circle_at_any_side():
    for side in (4, 64):
        assert np.max(np.abs(np.linalg.eigvals(_inputs.drifts(1, side)[0]))) < 1.5
