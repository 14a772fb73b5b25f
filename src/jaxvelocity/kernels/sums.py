"""Sums over one axis of several: whether the compiler walks memory in its order is what they cost."""

import jax
import jax.numpy as jnp


def sum_over_axis(x: jax.Array, axis: int) -> jax.Array:
    """Sum over one axis; over the middle one of three, sᵢₖ = Σⱼ xᵢⱼₖ.

    Args:
        x: any shape of one axis or more, any floating dtype.
        axis: a Python int, static under jit; from the last one where it is negative.

    Returns:
        An array of x's dtype and of its shape without that axis.

    Raises:
        ValueError: x has no such axis.

    Source: `jax.numpy.sum`.
    """
    return jnp.sum(x, axis=axis)
