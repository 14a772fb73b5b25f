"""Waves on a grid: a stencil, which reads each point's neighbours at every step."""

import jax
import jax.numpy as jnp


def propagate(heights: jax.Array, steps: int, courant: float) -> jax.Array:
    """Heights of a membrane on a periodic grid, released at rest, after some steps of the wave equation u_tt = c² Δu.

    The scheme is the second-order one: uₙ₊₁ = 2 uₙ - uₙ₋₁ + r² L uₙ, with L the difference of a point's four neighbours
    and four times the point, and u₁ = u₀ + r² L u₀ / 2.

    Args:
        heights: u₀, (m, n), any floating dtype.
        steps: at least 1; a Python int, static under jit.
        courant: r, the way of a wave in one step over the distance of two points; up to √½ it is stable.

    Returns:
        u after so many steps, (m, n), of heights' dtype.

    Source: Courant, Friedrichs and Lewy 1928; by `jnp.roll`, as people write it.
    """

    def pull(u: jax.Array) -> jax.Array:
        neighbours = jnp.roll(u, 1, axis=0) + jnp.roll(u, -1, axis=0) + jnp.roll(u, 1, axis=1) + jnp.roll(u, -1, axis=1)
        return courant**2 * (neighbours - 4.0 * u)

    def step(_: int, carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        before, now = carry
        return now, 2.0 * now - before + pull(now)

    first = (heights, heights + 0.5 * pull(heights))
    now: jax.Array = jax.lax.fori_loop(1, steps, step, first)[1]
    return now
