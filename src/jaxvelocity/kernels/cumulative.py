"""Partial sums: each depends on all before it, so that what the compiler makes of them decides."""

import jax
import jax.numpy as jnp


def cumulative_sum(x: jax.Array) -> jax.Array:
    """Sum of all elements up to each, sᵢ = x₀ + … + xᵢ.

    Args:
        x: (n,), any floating dtype.

    Returns:
        s, (n,), of x's dtype.

    Source: `jax.numpy.cumsum`.
    """
    return jnp.cumsum(x)
