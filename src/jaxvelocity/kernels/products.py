"""Matrix products: one of a matrix with itself, and three ways to apply one matrix to a batch of vectors."""

import jax
import jax.numpy as jnp


def gram(x: jax.Array) -> jax.Array:
    """Gram matrix x xᵀ: the inner products of all pairs of rows.

    Args:
        x: (m, n), any floating dtype.

    Returns:
        (m, m), of x's dtype.

    Source: the matrix product of JAX's quickstart.
    """
    return x @ x.T


def apply_by_loop(matrix: jax.Array, batch: jax.Array) -> jax.Array:
    """Apply the matrix A to every row x of a batch, A x, by a Python loop: b products with a vector.

    Args:
        matrix: A, (m, n), any floating dtype.
        batch: (b, n), b at least 1, of matrix's dtype. Under jit the loop is unrolled.

    Returns:
        (b, m), of matrix's dtype.

    Raises:
        TypeError: the two have different n.
        ValueError: b is 0.

    Source: JAX's quickstart, automatic vectorisation, the naive way.
    """
    return jnp.stack([matrix @ row for row in batch])


def apply_by_hand(matrix: jax.Array, batch: jax.Array) -> jax.Array:
    """Apply the matrix A to every row of the batch X at once: X Aᵀ, one product of two matrices.

    Args:
        matrix: A, (m, n), any floating dtype.
        batch: X, (b, n), of matrix's dtype.

    Returns:
        (b, m), of matrix's dtype.

    Raises:
        TypeError: the two have different n.

    Source: JAX's quickstart, automatic vectorisation, batched by hand.
    """
    return batch @ matrix.T


def apply_by_vmap(matrix: jax.Array, batch: jax.Array) -> jax.Array:
    """Apply the matrix A to every row x of a batch, A x, by `jax.vmap` of one product with a vector.

    Args:
        matrix: A, (m, n), any floating dtype.
        batch: (b, n), of matrix's dtype.

    Returns:
        (b, m), of matrix's dtype.

    Raises:
        TypeError: the two have different n.

    Source: JAX's quickstart, automatic vectorisation, by vmap.
    """
    return jax.vmap(jnp.matmul, in_axes=(None, 0))(matrix, batch)
