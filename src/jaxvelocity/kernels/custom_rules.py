"""Functions with a derivative of their own: `jax.custom_vjp`."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip_cotangent(x: jax.Array) -> jax.Array:
    """Return x as it is, with a derivative rule that clips what comes back to -1 … 1.

    Args:
        x: any shape, any floating dtype.

    Returns:
        x.

    Source: JAX's tutorial on custom derivative rules, gradient clipping.
    """
    return x


def _keep_nothing(x: jax.Array) -> tuple[jax.Array, None]:
    return x, None


def _clip(_: None, cotangent: jax.Array) -> tuple[jax.Array]:
    return (jnp.clip(cotangent, -1, 1),)


clip_cotangent.defvjp(_keep_nothing, _clip)


def clipped_recurrence_gradient(start: jax.Array, inputs: jax.Array) -> jax.Array:
    """Gradient of a sum over a recurrence with respect to its inputs, clipped at each step on the way back.

    hₜ₊₁ = tanh(hₜ + xₜ), f = Σ hₜ², t from 1 to n. The gradient by xₜ is gₜ = (1 - hₜ₊₁²) (2 hₜ₊₁ + cₜ₊₁), where what
    has come back, cₜ, is gₜ clipped to -1 … 1, and cₙ is 0.

    Args:
        start: h₀, (k,), any floating dtype.
        inputs: x, (n, k), of start's dtype.

    Returns:
        g, (n, k), of start's dtype.

    Raises:
        TypeError: the two differ in k, neither of them 1.

    Source: Graves, Generating sequences with recurrent neural networks (2013), which clips so at each step.
    """

    def loss(inputs: jax.Array) -> jax.Array:
        def step(h: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
            new = jnp.tanh(clip_cotangent(h) + x)
            return new, jnp.sum(jnp.square(new))

        _, squares = jax.lax.scan(step, start, inputs)
        return jnp.sum(squares)

    gradient: jax.Array = jax.grad(loss)(inputs)
    return gradient
