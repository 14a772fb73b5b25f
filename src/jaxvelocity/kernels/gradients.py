"""Gradients of a linear model's error: one for each example, and that of their sum."""

import jax
import jax.numpy as jnp


def half_squared_error(weights: jax.Array, row: jax.Array, target: jax.Array) -> jax.Array:
    """Half the squared error of a linear model on one example, ½ (x · w - y)².

    Args:
        weights: w, (n,), any floating dtype.
        row: x, (n,), of weights' dtype.
        target: y, (), of weights' dtype.

    Returns:
        A scalar of weights' dtype.

    Raises:
        TypeError: weights and row have different n.
    """
    return 0.5 * jnp.square(row @ weights - target)


def example_gradients(weights: jax.Array, rows: jax.Array, targets: jax.Array) -> jax.Array:
    """Gradient of each example's `half_squared_error` with respect to w, (x · w - y) x, by `jax.vmap` of `jax.grad`.

    Args:
        weights: w, (n,), any floating dtype.
        rows: x of each example, (b, n), of weights' dtype.
        targets: y of each example, (b,), of weights' dtype.

    Returns:
        (b, n), of weights' dtype.

    Raises:
        TypeError: weights and rows have different n.
        ValueError: rows and targets have different b.

    Source: JAX's tutorial on automatic differentiation, per-example gradients.
    """
    gradients: jax.Array = jax.vmap(jax.grad(half_squared_error), in_axes=(None, 0, 0))(weights, rows, targets)
    return gradients


def sum_gradient(weights: jax.Array, rows: jax.Array, targets: jax.Array) -> jax.Array:
    """Gradient of the sum of all examples' `half_squared_error` with respect to w: the sum of `example_gradients`.

    Args:
        weights: w, (n,), any floating dtype.
        rows: x of each example, (b, n), of weights' dtype.
        targets: y of each example, (b,), of weights' dtype.

    Returns:
        (n,), of weights' dtype.

    Raises:
        TypeError: weights and rows have different n.
        ValueError: rows and targets have different b.
    """

    def sum_error(weights: jax.Array) -> jax.Array:
        return jnp.sum(jax.vmap(half_squared_error, in_axes=(None, 0, 0))(weights, rows, targets))

    gradient: jax.Array = jax.grad(sum_error)(weights)
    return gradient
