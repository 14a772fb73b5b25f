"""A pipeline of elementwise steps: one pass over memory where it is compiled whole, one a step where each step is."""

import jax
import jax.numpy as jnp


def _centre(x: jax.Array) -> jax.Array:
    return x - 0.5


def _scale(x: jax.Array) -> jax.Array:
    return 2.0 * x


def _sine(x: jax.Array) -> jax.Array:
    return jnp.sin(x)


def _squash(x: jax.Array) -> jax.Array:
    return jnp.tanh(x)


def _square(x: jax.Array) -> jax.Array:
    return jnp.square(x)


STEPS = (_centre, _scale, _sine, _squash, _square)
"""In the order in which they are made: tanh²(sin(2 (x - 0.5))) in all."""

_JITTED_STEPS = tuple(jax.jit(step) for step in STEPS)


def whole(x: jax.Array) -> jax.Array:
    """All of `STEPS`, one after the other: tanh²(sin(2 (x - 0.5))).

    Args:
        x: any shape, any floating dtype, finite.

    Returns:
        An array of x's shape and dtype, from 0 to tanh²(1) = 0.58.
    """
    for step in STEPS:
        x = step(x)
    return x


def by_step(x: jax.Array) -> jax.Array:
    """As `whole`, each step through a jit of its own. To be called without an outer jit, which would fuse them.

    Args:
        x: as of `whole`.

    Returns:
        An array of x's shape and dtype.
    """
    for step in _JITTED_STEPS:
        x = step(x)
    return x
