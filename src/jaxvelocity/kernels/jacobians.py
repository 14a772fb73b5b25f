"""Jacobians of a map of two layers, by columns and by rows: each mode has a shape that it is the right one for."""

import jax
import jax.numpy as jnp


def two_layers(x: jax.Array, first: jax.Array, second: jax.Array) -> jax.Array:
    """Map a vector by two layers, y = tanh(x A) B.

    Args:
        x: (k,), any floating dtype.
        first: A, (k, h), of x's dtype.
        second: B, (h, n), of x's dtype.

    Returns:
        y, (n,), of x's dtype.

    Raises:
        TypeError: the shapes don't fit.
    """
    return jnp.tanh(x @ first) @ second


def forward_jacobian(x: jax.Array, first: jax.Array, second: jax.Array) -> jax.Array:
    """Jacobian of `two_layers` with respect to x by `jax.jacfwd`, which takes k tangents through it.

    J = Bᵀ diag(1 - tanh²(x A)) Aᵀ

    Args:
        x: (k,), any floating dtype.
        first: A, (k, h), of x's dtype.
        second: B, (h, n), of x's dtype.

    Returns:
        J, (n, k), of x's dtype.

    Raises:
        TypeError: the shapes don't fit.

    Source: JAX's autodiff cookbook, Jacobians.
    """
    jacobian: jax.Array = jax.jacfwd(two_layers)(x, first, second)
    return jacobian


def reverse_jacobian(x: jax.Array, first: jax.Array, second: jax.Array) -> jax.Array:
    """Jacobian of `two_layers` with respect to x by `jax.jacrev`, which takes n cotangents back through it.

    Args:
        x: as of `forward_jacobian`.
        first: as of `forward_jacobian`.
        second: as of `forward_jacobian`.

    Returns:
        As of `forward_jacobian`.

    Raises:
        TypeError: the shapes don't fit.

    Source: JAX's autodiff cookbook, Jacobians.
    """
    jacobian: jax.Array = jax.jacrev(two_layers)(x, first, second)
    return jacobian
