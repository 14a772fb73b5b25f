"""Sparse matrices: values, and the row and the column of each."""

import jax


def sparse_times_vector(values: jax.Array, rows: jax.Array, columns: jax.Array, vector: jax.Array) -> jax.Array:
    """Product of a sparse square matrix and a vector, yᵢ = Σ aₖ x[cₖ] over the entries k with rₖ = i.

    Args:
        values: a, (k,), any floating dtype.
        rows: r, (k,), int32, in ascending order.
        columns: c, (k,), int32.
        vector: x, (n,), of values' dtype.

    Returns:
        y, (n,), of values' dtype; 0 in a row without entries.

    Raises:
        TypeError or ValueError: values, rows and columns differ in k, none of them 1.

    Source: the coordinate form, as people write it with `jax.ops.segment_sum`.
    """
    return jax.ops.segment_sum(values * vector[columns], rows, num_segments=vector.shape[0], indices_are_sorted=True)
