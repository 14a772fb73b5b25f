"""Scatters: additions at positions that are data and come more than once."""

import jax
import jax.numpy as jnp


def scatter_rows(table: jax.Array, positions: jax.Array, rows: jax.Array) -> jax.Array:
    """Add each row to that row of a table which its position names, T[pᵢ] ← T[pᵢ] + uᵢ.

    Args:
        table: T, (n, m), any floating dtype.
        positions: p, (b,), int32, in any order, each as often as may be. One below 0 counts from the end; one that is
            still outside the table adds nothing.
        rows: u, (b, m), of table's dtype.

    Returns:
        (n, m), of table's dtype; the order of additions to one row is the compiler's.

    Raises:
        ValueError: the shapes do not broadcast.

    Source: the gradient of an embedding's look-up, as people write it.
    """
    return table.at[positions].add(rows)


def bin_counts(bins: jax.Array, length: int) -> jax.Array:
    """Count how often each bin comes, cₖ = the number of i with binᵢ = k.

    Args:
        bins: (n,), int32, in any order. One below 0 is taken for 0; one of length or more is left out.
        length: a Python int, static under jit, because it is the result's size.

    Returns:
        c, (length,), of JAX's default integer dtype (int32 unless x64 is enabled).

    Source: `jax.numpy.bincount`.
    """
    return jnp.bincount(bins, length=length)


def scatter_in_loop(values: jax.Array, positions: jax.Array, terms: jax.Array) -> jax.Array:
    """Add to one element of a vector in each step of a loop that carries it, v[pₜ] ← v[pₜ] + bₜ for t = 0, 1, ….

    Args:
        values: v, (n,), any floating dtype.
        positions: p, (steps,), int32, at least one, each as often as may be, 0 to n - 1.
        terms: b, (steps,), of values' dtype.

    Returns:
        v after the last step, (n,), of values' dtype.

    Raises:
        IndexError: there are no positions.

    Source: as people write a simulation that changes one site a step.
    """

    def add_one(step: jax.Array, v: jax.Array) -> jax.Array:
        return v.at[positions[step]].add(terms[step])

    result: jax.Array = jax.lax.fori_loop(0, len(positions), add_one, values)
    return result
