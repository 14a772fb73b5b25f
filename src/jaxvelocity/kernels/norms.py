"""Norms of many short vectors: a product with a small matrix and a reduction, to be fused into one loop."""

import jax
import jax.numpy as jnp


def squared_norms(matrix: jax.Array, rows: jax.Array) -> jax.Array:
    """Squared norm of a matrix A times each row x, |A x|².

    Args:
        matrix: A, (m, n), any floating dtype.
        rows: x of each, (b, n), of matrix's dtype.

    Returns:
        (b,), of matrix's dtype.

    Raises:
        TypeError: the two have different n.

    Source: jax-ml/jax#39103, written anew.
    """

    def squared_norm(row: jax.Array) -> jax.Array:
        return jnp.sum(jnp.square(matrix @ row))

    return jax.vmap(squared_norm)(rows)
