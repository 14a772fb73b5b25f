import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.factorisations import cholesky_factor, orthonormal_and_triangular, polar_factors

TRACED = [
    (cholesky_factor, (_inputs.spd_systems(1, 3)[0][0],)),
    (orthonormal_and_triangular, (_inputs.rows(4, 2),)),
    (polar_factors, (_inputs.rows(4, 2),)),
]

EPS = float(np.finfo(np.float32).eps)


def bound(matrix: np.ndarray) -> float:
    """The error of a factor that is as large as the matrix: its condition, and some eps a row of the largest value."""
    values = np.linalg.svd(matrix.astype(np.float64), compute_uv=False)
    return float(4 * EPS * len(matrix) ** 0.5 * values[0] / values[-1] * max(1.0, values[0]))


@pytest.mark.parametrize("side", [1, 2, 7, 40])
def test_cholesky_factor_agrees_with_its_reference(transform, agree, side):
    matrix = _inputs.spd_systems(1, side)[0][0]
    expected = _references.factorisations.cholesky_factor(matrix)
    agree(transform(cholesky_factor)(jnp.asarray(matrix)), expected, atol=bound(expected))
    np.testing.assert_array_equal(np.triu(expected, 1), 0)


def test_cholesky_factor_and_its_reference_by_hand(transform, agree):
    # (2 0; 1 3) times its transpose.
    matrix = np.array([[4, 2], [2, 10]], np.float32)
    expected = np.array([[2, 0], [1, 3]], np.float32)
    agree(transform(cholesky_factor)(jnp.asarray(matrix)), expected, atol=4 * EPS)
    agree(jnp.asarray(_references.factorisations.cholesky_factor(matrix)), expected, atol=4 * EPS)


def test_the_cholesky_factor_of_what_is_not_positive_definite_is_nan(transform):
    # Its determinant is 1 · 1 - 2 · 2.
    assert np.isnan(transform(cholesky_factor)(jnp.array([[1.0, 2.0], [2.0, 1.0]]))).any()


PAIRS = [
    (orthonormal_and_triangular, _references.factorisations.orthonormal_and_triangular),
    (polar_factors, _references.factorisations.polar_factors),
]


@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (9, 3), (5, 3), (60, 20)])
@pytest.mark.parametrize(("kernel", "reference"), PAIRS)
def test_two_factors_agree_with_their_reference(transform, agree, kernel, reference, shape):
    matrix = _inputs.rows(*shape)
    agree(transform(kernel)(jnp.asarray(matrix)), reference(matrix), atol=bound(matrix))


@pytest.mark.parametrize(("kernel", "reference"), PAIRS)
def test_two_factors_multiply_to_the_matrix_and_the_first_is_orthonormal(transform, kernel, reference):
    matrix = _inputs.rows(8, 4)
    for first, second in (transform(kernel)(jnp.asarray(matrix)), reference(matrix)):
        np.testing.assert_allclose(np.asarray(first) @ np.asarray(second), matrix, atol=20 * EPS)
        np.testing.assert_allclose(np.asarray(first).T @ np.asarray(first), np.eye(4), atol=20 * EPS)


def test_orthonormal_and_triangular_and_its_reference_by_hand(transform, agree):
    # The first column is 5 times (3, 4) / 5; the second is 2 times that and 1 times its normal (-4, 3) / 5.
    matrix = np.array([[3, 0.4], [4, 2.2]], np.float32)
    expected = np.array([[0.6, -0.8], [0.8, 0.6]], np.float32), np.array([[5, 2], [0, 1]], np.float32)
    agree(transform(orthonormal_and_triangular)(jnp.asarray(matrix)), expected, atol=16 * EPS)
    reference = _references.factorisations.orthonormal_and_triangular(matrix)
    agree(jax.tree.map(jnp.asarray, reference), expected, atol=16 * EPS)


def test_the_diagonal_of_the_triangle_is_positive_whatever_the_columns_signs(transform):
    for signs in ([1, 1, 1], [-1, 1, -1], [-1, -1, -1]):
        matrix = _inputs.rows(5, 3) * np.array(signs, np.float32)
        assert np.all(np.diagonal(transform(orthonormal_and_triangular)(jnp.asarray(matrix))[1]) > 0)


def test_polar_factors_and_their_reference_by_hand(transform, agree):
    # A stretch by 3 along x and by 2 along y, then a quarter turn, which takes x to y and y to -x.
    matrix = np.array([[0, -2], [3, 0]], np.float32)
    expected = np.array([[0, -1], [1, 0]], np.float32), np.array([[3, 0], [0, 2]], np.float32)
    agree(transform(polar_factors)(jnp.asarray(matrix)), expected, atol=8 * EPS)
    agree(jax.tree.map(jnp.asarray, _references.factorisations.polar_factors(matrix)), expected, atol=8 * EPS)


@pytest.mark.parametrize("name", ["cholesky_factor", "orthonormal_and_triangular", "polar_factors"])
def test_in_float64_the_factors_are_float64(transform, agree, name):
    matrix = (_inputs.spd_systems(1, 4)[0][0] if name == "cholesky_factor" else _inputs.rows(6, 3)).astype(np.float64)
    kernel = {kernel.__name__: kernel for kernel, _ in TRACED}[name]
    with jax.enable_x64(True):
        result = transform(kernel)(jnp.asarray(matrix))
    agree(result, getattr(_references.factorisations, name)(matrix), atol=1e-13)


def test_a_matrix_that_is_not_square_has_no_cholesky_factor_and_a_vector_no_other_factors(transform):
    with pytest.raises(ValueError, match=r"must have shape \[..., n, n\]"):
        transform(cholesky_factor)(jnp.ones((2, 3)))
    for kernel in (orthonormal_and_triangular, polar_factors):
        with pytest.raises(TypeError, match="must have rank at least 2"):
            transform(kernel)(jnp.ones(3))


@pytest.mark.parametrize("columns", [16, 128])
def test_the_tall_matrices_are_of_full_rank_by_far(columns):
    # (√2 + 1) √n over (√2 - 1) √n of many columns is a condition number of 6; by Marchenko and Pastur's law.
    assert np.linalg.cond(_inputs.rows(2 * columns, columns).astype(np.float64)) < 10
