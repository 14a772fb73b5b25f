"""A grid relaxed towards Laplace's equation: a loop that carries an array and rewrites all of it at each step."""

import jax


def jacobi(grid: jax.Array, steps: int) -> jax.Array:
    """Take `steps` of Jacobi's method for Laplace's equation on a square grid, by a loop that carries the grid.

    Within the border, uᵢⱼ ← ¼ (uᵢ₋₁ⱼ + uᵢ₊₁ⱼ + uᵢⱼ₋₁ + uᵢⱼ₊₁); the border stays as it is.

    Args:
        grid: u before the first step, (m, n), any floating dtype, m and n at least 2.
        steps: a Python int, at least 0: static under jit.

    Returns:
        u after the last step, (m, n), of grid's dtype.

    Source: C. G. J. Jacobi's method, as people write it with slices.
    """

    def relax(_: jax.Array, u: jax.Array) -> jax.Array:
        return u.at[1:-1, 1:-1].set((u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4)

    relaxed: jax.Array = jax.lax.fori_loop(0, steps, relax, grid)
    return relaxed
