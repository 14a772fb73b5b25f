"""Products summed over one axis of many: a reduction along an axis that others may follow."""

import jax
import jax.numpy as jnp


def product_sum(a: jax.Array, b: jax.Array) -> jax.Array:
    """Sum over axis 3 of the elementwise product, Σₗ a[i, j, k, l, …] b[i, j, k, l, …].

    Args:
        a: four axes or more, any floating dtype.
        b: of a's shape and dtype.

    Returns:
        An array of a's dtype and of its shape without axis 3.

    Raises:
        TypeError or ValueError: the two have shapes that do not broadcast.
        ValueError: a has fewer than four axes.

    Source: jax-ml/jax#40412, written anew.
    """
    return jnp.sum(a * b, axis=3)
