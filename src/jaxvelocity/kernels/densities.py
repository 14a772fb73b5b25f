"""Densities estimated from points: each query is held against all points, one query at a time to save memory."""

import jax
import jax.numpy as jnp


def gaussian_densities(queries: jax.Array, points: jax.Array) -> jax.Array:
    """Estimate a density by a Gaussian kernel of width 1, for one query after the other, by `jax.lax.map`.

    dᵢ = 1 / n Σⱼ exp(-½ |qᵢ - pⱼ|²), without the normal density's own constant.

    Args:
        queries: q, (m, k), any floating dtype.
        points: p, (n, k), of queries' dtype, n at least 1.

    Returns:
        d, (m,), of queries' dtype.

    Raises:
        TypeError: the two differ in k, neither of them 1.

    Source: Silverman, Density Estimation for Statistics and Data Analysis, chapter 4; by lax.map as people write it
    where all m n distances at once take too much memory.
    """

    def density(query: jax.Array) -> jax.Array:
        distances = jnp.sum(jnp.square(points - query[jnp.newaxis, :]), axis=1)
        return jnp.mean(jnp.exp(-distances / 2))

    densities: jax.Array = jax.lax.map(density, queries)
    return densities
