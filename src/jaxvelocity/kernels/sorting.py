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


def sort_vector(x: jax.Array) -> jax.Array:
    """Sort the elements of a vector, least first.

    Args:
        x: (n,), any floating dtype, without NaN.

    Returns:
        (n,), of x's dtype.

    Source: `jax.numpy.sort`.
    """
    return jnp.sort(x)


def top_of_rows(rows: jax.Array, k: int) -> tuple[jax.Array, jax.Array]:
    """Take the k largest elements of each row, the largest first, of equal ones that of the least index first.

    Args:
        rows: (…, n), any floating dtype, without NaN.
        k: a Python int, 0 to n, static under jit.

    Returns:
        The elements, (…, k), of rows' dtype, and their indices in the row, (…, k), int32.

    Raises:
        ValueError: k is above n.

    Source: `jax.lax.top_k`.
    """
    values, indices = jax.lax.top_k(rows, k)
    return values, indices


def search_sorted(grid: jax.Array, points: jax.Array) -> jax.Array:
    """Find where each point goes in a sorted grid: the least i with gᵢ ≥ x, n where there is none.

    By the default method, a binary search of all points at once: it is what people write, and `method="sort"` would
    time a sort.

    Args:
        grid: g, (n,), n at least 1, any floating dtype, sorted, without NaN.
        points: x of each, any shape, of grid's dtype, without NaN.

    Returns:
        i of each, of points' shape, int32.

    Source: `jax.numpy.searchsorted`.
    """
    return jnp.searchsorted(grid, points)
