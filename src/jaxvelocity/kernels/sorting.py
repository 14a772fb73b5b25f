"""Sorting: comparisons and moves whose order the data decide."""

import jax
import jax.numpy as jnp


def argsort_rows(rows: jax.Array) -> jax.Array:
    """Order of each row: the indices that would sort it, least first, equal ones as they stand.

    Args:
        rows: (b, n), any floating dtype, without NaN.

    Returns:
        (b, n), of JAX's default integer dtype (int32 unless x64 is enabled).

    Raises:
        ValueError: rows has one axis only.

    Source: `jax.numpy.argsort`.
    """
    return jnp.argsort(rows, axis=1)
