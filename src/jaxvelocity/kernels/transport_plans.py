"""Optimal transport between clouds of points, smoothed so that it is a fixed point of two sums."""

import jax
import jax.numpy as jnp


def sinkhorn_potentials(
    sources: jax.Array, targets: jax.Array, smoothing: float, rounds: int
) -> tuple[jax.Array, jax.Array]:
    """Potentials of the entropic transport between two clouds of points of equal weight, by Sinkhorn's rounds.

    With the cost Cᵢⱼ = |xᵢ - yⱼ|², from g = 0, in logarithms: fᵢ = -ε log mean_j exp((gⱼ - Cᵢⱼ) / ε), then
    gⱼ = -ε log mean_i exp((fᵢ - Cᵢⱼ) / ε). The plan is exp((fᵢ + gⱼ - Cᵢⱼ) / ε) / (m n).

    Args:
        sources: x, (m, d), any floating dtype.
        targets: y, (n, d), of sources' dtype.
        smoothing: ε, positive.
        rounds: at least 1; a Python int, static under jit.

    Returns:
        f, (m,), and g, (n,), of sources' dtype.

    Raises:
        TypeError: the two have different d, neither of them 1.

    Source: Peyré and Cuturi, Computational Optimal Transport, section 4.4.
    """
    cost = jnp.sum((sources[:, jnp.newaxis, :] - targets[jnp.newaxis, :, :]) ** 2, axis=2)
    m, n = cost.shape

    def one_round(_: int, potentials: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        g = potentials[1]
        f = -smoothing * jax.scipy.special.logsumexp((g[jnp.newaxis, :] - cost) / smoothing, axis=1, b=1 / n)
        return f, -smoothing * jax.scipy.special.logsumexp((f[:, jnp.newaxis] - cost) / smoothing, axis=0, b=1 / m)

    zero = (jnp.zeros_like(cost[:, 0]), jnp.zeros_like(cost[0]))
    potentials: tuple[jax.Array, jax.Array] = jax.lax.fori_loop(0, rounds, one_round, zero)
    return potentials
