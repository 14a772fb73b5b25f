import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.quasiseparable import cholesky

TRACED = [(cholesky, _inputs.observed_process(4, "float32"))]


def below_diagonal(diagonal, readouts, columns, transitions):
    """The diagonal, and below it pᵢᵀ aᵢ₋₁ … aⱼ₊₁ times column j, entry by entry."""
    whole = np.diag(diagonal)
    for column in range(len(diagonal)):
        state = columns[column]
        for row in range(column + 1, len(diagonal)):
            whole[row, column] = readouts[row] @ state
            state = transitions[row] @ state
    return whole


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_cholesky_and_its_reference_by_hand(transform, agree, dtype):
    # c = √4, w = 2 / 2, f = 1; then c = √(5 - 2 · 1 · 2), w = (3 - 1/2 · 1 · 2) / 1, f = 1/4 + 4;
    # then c = √(21 - 2 · 17/4 · 2), w = (4 - 0) / 2.
    arguments = [
        np.array(array, dtype) for array in ([4, 5, 21], [[1], [2], [2]], [[2], [3], [4]], [[[3]], [[0.5]], [[0]]])
    ]
    expected = (np.array([2, 1, 2], dtype), np.array([[1], [2], [2]], dtype))
    agree(transform(cholesky)(*map(jnp.asarray, arguments)), expected)
    agree(jax.tree.map(jnp.asarray, _references.quasiseparable.cholesky(*arguments)), expected)


@pytest.mark.parametrize("count", [1, 5, 60])
def test_the_reference_is_the_factor_of_the_whole_matrix(count):
    diagonal, readouts, sources, transitions = _inputs.observed_process(count, "float64")
    lower = below_diagonal(diagonal, readouts, sources, transitions)
    factor = np.linalg.cholesky(lower)  # which reads the lower half only
    c, w = _references.quasiseparable.cholesky(diagonal, readouts, sources, transitions)
    # NumPy's backward error is some n eps of the largest entry, 30; the smallest eigenvalue is 1.
    np.testing.assert_allclose(below_diagonal(c, readouts, w, transitions), factor, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("count", [1, 20, 500])
def test_cholesky_agrees_with_its_reference_on_the_benchmarks_input(transform, agree, count, dtype):
    arguments = _inputs.observed_process(count, np.dtype(dtype).name)
    # Entries are below 30 and what they are divided by is above 1; errors die out with Φ, over some tens of rows.
    atol = 100 * float(np.finfo(dtype).eps)
    with jax.enable_x64(True):
        result = transform(cholesky)(*map(jnp.asarray, arguments))
    agree(result, _references.quasiseparable.cholesky(*arguments), atol=atol)


def test_a_matrix_that_is_not_positive_definite_gives_nan_from_there_on(transform):
    diagonal, *others = _inputs.observed_process(5, "float32")
    diagonal[2] = -1.0
    c, w = transform(cholesky)(jnp.asarray(diagonal), *map(jnp.asarray, others))
    np.testing.assert_array_equal(np.isnan(c), [False, False, True, True, True])
    np.testing.assert_array_equal(np.isnan(w).all(axis=1), [False, False, True, True, True])


def test_other_n_or_m_are_refused(transform):
    diagonal, readouts, sources, transitions = map(jnp.asarray, _inputs.observed_process(4, "float32"))
    with pytest.raises(ValueError, match="leading axis sizes|different leading"):
        transform(cholesky)(diagonal[:3], readouts, sources, transitions)
    with pytest.raises(TypeError, match="contracting dimension"):
        transform(cholesky)(diagonal, readouts, sources, transitions[:, :, :2])


def test_the_benchmarks_input_is_the_covariance_of_a_matern_process():
    diagonal, readouts, sources, transitions = _inputs.observed_process(50, "float64")
    times = -np.log(np.linalg.det(transitions)) / 3  # det Φ = exp(-3 t), of three poles at -1
    seen = np.linalg.solve(transitions, sources[..., np.newaxis])[..., 0]  # P p
    covariance = np.linalg.lstsq(readouts, seen)[0]
    np.testing.assert_allclose(diagonal, np.einsum("ij,ij->i", readouts, seen) + 1.0, rtol=1e-12)
    # k = (1 + t + t² / 3) exp(-t), Rasmussen 2006, equation 4.17, with ℓ = √5, is x's covariance with itself a time t
    # later; that of x' is minus its second derivative, and of x'' its fourth.
    of_each = np.stack([1 + times + times**2 / 3, (1 + times - times**2) / 3, 1 - 5 * times / 3 + times**2 / 3], axis=1)
    got = np.diagonal(transitions @ covariance, axis1=1, axis2=2)
    np.testing.assert_allclose(got, of_each * np.exp(-times)[:, np.newaxis], rtol=1e-11)
