"""Reductions of all elements to one number: one read an element, bound by memory."""

import jax
import jax.numpy as jnp


def sum_of_squares(x: jax.Array) -> jax.Array:
    """Sum of the squares of all elements, Σ xᵢ².

    Args:
        x: any shape, any floating dtype.

    Returns:
        A scalar of x's dtype; 0 where x has no elements.
    """
    return jnp.sum(jnp.square(x))
