import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.norms import squared_norms

TRACED = [(squared_norms, _inputs.identity_and_ramp(4))]


@pytest.mark.parametrize(("height", "columns", "count"), [(1, 1, 1), (3, 3, 33), (4, 2, 7)])
def test_squared_norms_agree_with_their_reference(transform, agree, height, columns, count):
    matrix, rows = _inputs.matrix_and_batch(height, columns, count)
    expected = _references.norms.squared_norms(matrix, rows)
    # Each element of A x is a sum of n products, of an error of n half-eps of |A| |x|; squares double it, and m of
    # them are added up.
    sizes = (np.abs(rows) @ np.abs(matrix).T).astype(np.float64)
    atol = (2 * columns + height + 1) * float(np.finfo(np.float32).eps) * float(np.max(np.sum(sizes**2, axis=1)))
    agree(transform(squared_norms)(jnp.asarray(matrix), jnp.asarray(rows)), expected, atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_squared_norms_and_their_reference_by_hand(transform, agree, dtype):
    matrix, rows = np.array([[1, 1], [0, 2]], dtype), np.array([[1, 2], [0, 0], [-1, 1]], dtype)
    # The products are (3, 4), (0, 0) and (0, 2).
    expected = np.array([25, 0, 4], dtype)
    agree(transform(squared_norms)(jnp.asarray(matrix), jnp.asarray(rows)), expected)
    agree(jnp.asarray(_references.norms.squared_norms(matrix, rows)), expected)


@pytest.mark.parametrize("count", [1, 16384, 16385])
def test_the_benchmarks_rows_have_the_squares_of_their_numbers(transform, agree, count):
    matrix, rows = _inputs.identity_and_ramp(count)
    with jax.enable_x64(True):
        result = transform(squared_norms)(jnp.asarray(matrix), jnp.asarray(rows))
    agree(result, np.arange(count, dtype=np.float64) ** 2)


def test_rows_of_another_length_are_refused(transform):
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(squared_norms)(jnp.ones((2, 3)), jnp.ones((4, 2)))
