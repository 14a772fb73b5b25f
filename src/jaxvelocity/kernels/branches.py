"""Loops whose steps take one of two ways, by data: a conditional in a scan."""

import jax
import jax.numpy as jnp


def filtered_levels(
    observations: jax.Array, seen: jax.Array, drift_variance: float, noise_variance: float
) -> tuple[jax.Array, jax.Array]:
    """Filter series with gaps by Kalman's recursion for a level that drifts, by a scan with a conditional.

    The levels go a step of variance q at a time, and are observed with noise of variance r, all of them or none. From
    m = 0 and p = 1, at each time: p ← p + q; where the time is seen, k = p / (p + r), m ← m + k (y - m),
    p ← (1 - k) p.

    Args:
        observations: y, (t, n), t at least 1, any floating dtype. What stands at times that are not seen is not read.
        seen: whether all series are observed at a time, or none, (t,), bool.
        drift_variance: q, a Python float, at least 0: static under jit.
        noise_variance: r, a Python float, above 0: static under jit.

    Returns:
        m after each time, (t, n), and p after the last, (n,), both of observations' dtype.

    Raises:
        ValueError: the two differ in t.

    Source: Durbin and Koopman, Time Series Analysis by State Space Methods, section 2.2 and, for the gaps, 2.7.
    """

    def update(state: tuple[jax.Array, jax.Array], y: jax.Array) -> tuple[jax.Array, jax.Array]:
        m, p = state
        k = p / (p + noise_variance)
        return m + k * (y - m), (1 - k) * p

    def skip(state: tuple[jax.Array, jax.Array], y: jax.Array) -> tuple[jax.Array, jax.Array]:
        return state

    def step(
        state: tuple[jax.Array, jax.Array], row: tuple[jax.Array, jax.Array]
    ) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        m, p = state
        y, is_seen = row
        new = jax.lax.cond(is_seen, update, skip, (m, p + drift_variance), y)
        return new, new[0]

    start = jnp.zeros_like(observations[0]), jnp.ones_like(observations[0])
    (_, p), levels = jax.lax.scan(step, start, (observations, seen))
    return levels, p
