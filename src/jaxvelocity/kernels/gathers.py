"""Gathers: reads at positions that are data."""

import jax


def gather_rows(table: jax.Array, positions: jax.Array) -> jax.Array:
    """Read rows of a table, yᵢ = T[pᵢ], as an embedding of words is looked up.

    Args:
        table: T, (n, m), n at least 1, any dtype.
        positions: p, (b,), int32, in any order, each as often as may be. One below 0 counts from the end; one that is
            still outside the table reads the row nearest to it.

    Returns:
        y, (b, m), of table's dtype.

    Raises:
        TypeError: positions are not integers.

    Source: as people write it.
    """
    return table[positions]
