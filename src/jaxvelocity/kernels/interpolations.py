"""Interpolations: a search in a grid for each point, two values read there and a few operations."""

import jax
import jax.numpy as jnp


def interpolate_linearly(points: jax.Array, grid: jax.Array, values: jax.Array) -> jax.Array:
    """Interpolate linearly between the points of a grid, fᵢ + (x - gᵢ) / (gᵢ₊₁ - gᵢ) (fᵢ₊₁ - fᵢ), gᵢ ≤ x ≤ gᵢ₊₁.

    Args:
        points: x of each, any shape, any floating dtype.
        grid: g, (n,), n at least 2, of points' dtype, sorted. Where two of them lie no farther apart than 1e-14 in
            float32, 4e-32 in float64, it is fᵢ between them.
        values: f, (n,), of points' dtype.

    Returns:
        One value a point, of points' shape and dtype; below the grid it is the first value, above it the last.

    Raises:
        ValueError: grid and values differ in n.

    Source: `jax.numpy.interp`.
    """
    return jnp.interp(points, grid, values)
