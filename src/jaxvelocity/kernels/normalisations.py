"""Normalisations of rows: each is reduced to a number or two, and what they are is read again by every element."""

import jax
import jax.numpy as jnp

EPSILON = 1e-5
"""What is added to a variance so that a constant row divides by something: the value that most codes use."""


def softmax_rows(rows: jax.Array) -> jax.Array:
    """Softmax of each row, exp(xᵢ - m) / Σⱼ exp(xⱼ - m) with m = max x, so that nothing overflows.

    Args:
        rows: (b, n), n at least 1, any floating dtype, finite. In float16 no more than 65,504 elements of a row may
            lie near its largest: their sum must not overflow.

    Returns:
        (b, n), of rows' dtype; the elements of a row are positive or 0 and sum to 1.

    Raises:
        ValueError: rows has one axis only.

    Source: `jax.nn.softmax`.
    """
    return jax.nn.softmax(rows, axis=1)


def layer_norm(rows: jax.Array, scale: jax.Array, offset: jax.Array, epsilon: float = EPSILON) -> jax.Array:
    """Layer normalisation of each row, (x - μ) / √(σ² + ε) · scale + offset, μ its mean and σ² its variance over n.

    Args:
        rows: x of each, (b, n), n at least 1, any floating dtype.
        scale: (n,), of rows' dtype.
        offset: (n,), of rows' dtype.
        epsilon: ε, above 0.

    Returns:
        (b, n), of rows' dtype.

    Raises:
        TypeError: scale or offset are of another n, and not 1.
        IndexError: rows has one axis only.

    Source: Ba, Kiros and Hinton, Layer Normalization, 2016, equation 4, with ε as people add it.
    """
    mean = jnp.mean(rows, axis=1, keepdims=True)
    variance = jnp.var(rows, axis=1, keepdims=True)
    return (rows - mean) * jax.lax.rsqrt(variance + epsilon) * scale[jnp.newaxis] + offset[jnp.newaxis]


def log_sum_exp_rows(rows: jax.Array) -> jax.Array:
    """Logarithm of the sum of exponentials of each row, m + log Σ exp(xᵢ - m) with m = max x.

    Args:
        rows: (b, n), any floating dtype.

    Returns:
        (b,), of rows' dtype; -inf where n is 0.

    Raises:
        ValueError: rows has one axis only.

    Source: `jax.scipy.special.logsumexp`.
    """
    return jax.scipy.special.logsumexp(rows, axis=1)
