"""Gradients that compute what they need again instead of keeping it: memory for time."""

import jax
import jax.numpy as jnp


def block(x: jax.Array, first: jax.Array, second: jax.Array) -> jax.Array:
    """Add to each row what two layers make of it, x + tanh(x Aᵀ / √n) B / √h.

    Args:
        x: (b, n), any floating dtype.
        first: A, (h, n), of x's dtype.
        second: B, (h, n), of x's dtype.

    Returns:
        (b, n), of x's dtype.

    Raises:
        TypeError: the shapes don't fit.

    Source: He, Zhang, Ren and Sun, Deep residual learning for image recognition (2015), for the sum; as people write a
    transformer's feed-forward block, with tanh.
    """
    hidden, width = first.shape
    added: jax.Array = jnp.tanh(x @ first.T / width**0.5) @ second / hidden**0.5
    return x + added


def checkpointed_gradients(x: jax.Array, first: jax.Array, second: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Gradients of half the squares' mean over rows, at the end of a chain of `block`s, each under `jax.checkpoint`.

    f = 1 / 2b Σ yᵢⱼ², y what a scan makes of x by all blocks. Of each block its input is kept for the way back, and
    what is within it, b h numbers and more, is computed again there.

    Args:
        x: (b, n), any floating dtype, b at least 1.
        first: A of each block, (l, h, n), of x's dtype.
        second: B of each block, (l, h, n), of x's dtype.

    Returns:
        The derivatives of f by A and by B, both (l, h, n), of x's dtype.

    Raises:
        TypeError: the shapes don't fit.
        ValueError: first and second differ in l.

    Source: Chen, Xu, Zhang and Guestrin, Training deep nets with sublinear memory cost (2016); `jax.checkpoint` in a
    scan over layers, as people write it.
    """

    def loss(first: jax.Array, second: jax.Array) -> jax.Array:
        def pass_block(x: jax.Array, weights: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
            return jax.checkpoint(block)(x, *weights), None

        y, _ = jax.lax.scan(pass_block, x, (first, second))
        return jnp.sum(jnp.square(y)) / (2 * len(x))

    gradients: tuple[jax.Array, jax.Array] = jax.grad(loss, argnums=(0, 1))(first, second)
    return gradients
