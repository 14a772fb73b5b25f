"""Hyperbolic functions: elementwise, and each release's own choice between a library's function and a polynomial."""

import jax
import jax.numpy as jnp


def tanh(x: jax.Array) -> jax.Array:
    """Hyperbolic tangent of each element, (exp(x) - exp(-x)) / (exp(x) + exp(-x)).

    Args:
        x: any shape, any floating dtype.

    Returns:
        An array of x's shape and dtype.

    Source: jax-ml/jax#23590, written anew.
    """
    return jnp.tanh(x)
