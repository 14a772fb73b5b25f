"""Recurrent networks: a cell of a few products that a scan applies along time."""

import jax
import jax.numpy as jnp


def lstm(inward: jax.Array, recurrent: jax.Array, offset: jax.Array, sequence: jax.Array) -> jax.Array:
    """Outputs of a long short-term memory, a scan over time of one cell, from h = c = 0.

    (i, f, g, o) = x W + h R + b, the four parts in this order along the last axis; then
    c ← σ(f) c + σ(i) tanh(g) and h ← σ(o) tanh(c).

    Args:
        inward: W, (d, 4 n), any floating dtype.
        recurrent: R, (n, 4 n), of inward's dtype.
        offset: b, (4 n,), of inward's dtype.
        sequence: x at each time, (t, batch, d), of inward's dtype.

    Returns:
        h after each time, (t, batch, n), of inward's dtype.

    Raises:
        TypeError: inward and sequence have different d, or inward, recurrent and offset different n, none of them 1.
        ValueError: their last axis is no multiple of 4 long.

    Source: Hochreiter and Schmidhuber, Long short-term memory, 1997, with tanh for its rescaled sigmoids and the forget
    gate of Gers et al., Learning to forget, 2000.
    """

    def step(state: tuple[jax.Array, jax.Array], x: jax.Array) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        h, c = state
        i, f, g, o = jnp.split(x @ inward + h @ recurrent + offset[jnp.newaxis], 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    start = jnp.zeros((sequence.shape[1], len(recurrent)), sequence.dtype)
    outputs: jax.Array
    _, outputs = jax.lax.scan(step, (start, start), sequence)
    return outputs
