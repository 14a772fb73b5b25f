import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.sparse_matrices import sparse_times_vector

TRACED = [(sparse_times_vector, _inputs.sparse_matrix_and_vector(3, 2))]

BUILT = [
    (_inputs.sparse_matrix_and_vector(3, 1)[0], np.float32, [-0.9003, 0.7015, 1.3388]),
    (_inputs.sparse_matrix_and_vector(3, 1)[1], np.int32, [0, 1, 2]),
    (_inputs.sparse_matrix_and_vector(3, 1)[2], np.int32, [2, 1, 2]),
    (_inputs.sparse_matrix_and_vector(3, 1)[3], np.float32, [-0.3727, 0.7381, 1.2167]),
]


@pytest.mark.parametrize(("side", "each"), [(1, 1), (7, 3), (1, 50), (1000, 8)])
def test_sparse_times_vector_agrees_with_its_reference(transform, agree, side, each):
    arguments = _inputs.sparse_matrix_and_vector(side, each)
    # A row's terms, each below 20, some 8 of them or 50.
    expected = _references.sparse_matrices.sparse_times_vector(*arguments)
    agree(transform(sparse_times_vector)(*map(jnp.asarray, arguments)), expected, atol=1e-5)


def test_sparse_times_vector_and_its_reference_by_hand(transform, agree):
    # (2, 0, 3), nothing, and (0, 1 + 4, 0), times (1, 10, 100).
    arguments = (
        np.array([2, 3, 1, 4], np.float32),
        np.array([0, 0, 2, 2], np.int32),
        np.array([0, 2, 1, 1], np.int32),
        np.array([1, 10, 100], np.float32),
    )
    expected = np.array([302, 0, 50], np.float32)
    agree(transform(sparse_times_vector)(*map(jnp.asarray, arguments)), expected)
    agree(jnp.asarray(_references.sparse_matrices.sparse_times_vector(*arguments)), expected)


def test_in_float64_the_result_is_float64(agree):
    values, rows, columns, vector = _inputs.sparse_matrix_and_vector(20, 4)
    arguments = (values.astype(np.float64), rows, columns, vector.astype(np.float64))
    with jax.enable_x64(True):
        result = jax.jit(sparse_times_vector)(*map(jnp.asarray, arguments))
    agree(result, _references.sparse_matrices.sparse_times_vector(*arguments), atol=1e-14)


def test_another_number_of_columns_or_rows_is_refused():
    values, rows, columns, vector = map(jnp.asarray, _inputs.sparse_matrix_and_vector(4, 2))
    with pytest.raises(TypeError, match="incompatible shapes"):
        sparse_times_vector(values, rows, columns[:5], vector)
    with pytest.raises(ValueError, match="shape|Incompatible types"):
        sparse_times_vector(values, rows[:5], columns, vector)


def test_the_rows_are_sorted_and_all_is_within_bounds():
    values, rows, columns, vector = _inputs.sparse_matrix_and_vector(1000, 8)
    assert len(values) == len(rows) == len(columns) == 8000
    assert np.all(np.diff(rows) >= 0)
    for indices in (rows, columns):
        assert 0 <= np.min(indices) <= np.max(indices) < len(vector) == 1000
