"""Loops that JAX compiles: the cost is that of one step of the loop, not of what it computes."""

import jax
import jax.numpy as jnp


def while_gather(values: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Walk along a vector, one element a step, until the running maximum reaches its last element.

    From (m, i) = (0, 0), while m < values[-1]: m ← max(m, values[i]), i ← i + 1.

    Args:
        values: (n,), int32, n at least 1. Rising ones cost n steps.

    Returns:
        m and i, two scalars: the running maximum, int32, and the number of steps taken, of JAX's default
        integer dtype (int32 unless x64 is enabled).

    Source: jax-ml/jax#25190, written anew. Both start as Python's 0, as reported there.
    """

    def is_below_last(carry: tuple[jax.Array, jax.Array]) -> jax.Array:
        maximum, _ = carry
        return maximum < values[-1]

    def take_step(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        maximum, index = carry
        return jnp.maximum(maximum, values[index]), index + 1

    start: tuple[jax.Array, jax.Array] = (0, 0)  # type: ignore[assignment]  # the loop makes arrays of them
    return jax.lax.while_loop(is_below_last, take_step, start)
