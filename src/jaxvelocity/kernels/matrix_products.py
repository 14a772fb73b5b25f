"""Products of two matrices: one of narrow numbers, whose sums are wider, and many small ones at once."""

import jax
import jax.numpy as jnp


def product(left: jax.Array, right: jax.Array, *, accumulator: str) -> jax.Array:
    """Product of two matrices, A B, of narrow numbers, whose sums are of a wider dtype.

    Args:
        left: A, (m, k), float32, bfloat16 or int8.
        right: B, (k, n), of left's dtype.
        accumulator: the dtype of the sums, float32 for floating numbers and int32 for whole ones.

    Returns:
        (m, n), of the accumulator's dtype.

    Raises:
        TypeError: the two have different k.

    Source: jax.numpy.matmul's `preferred_element_type`, as networks of few bits use it.
    """
    return jnp.matmul(left, right, preferred_element_type=accumulator)


def product_each(left: jax.Array, right: jax.Array) -> jax.Array:
    """Product of each pair of matrices of two batches, Aᵢ Bᵢ.

    Args:
        left: A of each pair, (b, m, k), any floating dtype.
        right: B of each pair, (b, k, n), of left's dtype.

    Returns:
        (b, m, n), of left's dtype.

    Raises:
        TypeError: the two have different k.
        ValueError: they have different b, neither of them 1.

    Source: as people write it, of transforms of space or of blocks of a matrix.
    """
    return left @ right
