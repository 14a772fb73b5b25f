"""Hailstone numbers: a sequence that ends after a number of steps that nobody knows before."""

import jax
import jax.numpy as jnp


def collatz_steps(starts: jax.Array) -> jax.Array:
    """Count the steps of Collatz's sequence from each start to 1, by `jax.vmap` of a while loop.

    n ← n / 2 where n is even, 3 n + 1 where it is odd. Under vmap there is one loop for all of them, which goes on
    until the longest has ended.

    Args:
        starts: (k,), int32 or int64, at least 1, and so small that no sequence overflows: in int32 up to 113382.

    Returns:
        (k,), of starts' dtype.

    Source: Lagarias, The 3x + 1 problem and its generalizations, American Mathematical Monthly 92 (1985).
    """

    def count(start: jax.Array) -> jax.Array:
        def step(state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
            n, steps = state
            return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), steps + 1

        _, steps = jax.lax.while_loop(lambda state: state[0] != 1, step, (start, jnp.zeros_like(start)))
        return steps

    counts: jax.Array = jax.vmap(count)(starts)
    return counts
