"""Linear systems solved by conjugate gradients: the matrix is a function, and the steps follow from the data."""

import jax
import jax.numpy as jnp


def implicit_heat_step(heat: jax.Array, diffusion: float, tolerance: float) -> jax.Array:
    """Heat after one implicit step, u of (I - κ L) u = b, on a grid whose surroundings are kept at 0.

    L is the difference of a point's four neighbours and four times the point. It is solved until the residual, as
    the steps update it, is no longer than τ times b, in 10 m n steps at most.

    Args:
        heat: b, (m, n), float32 or float64; |b|² and τ² |b|² neither overflow nor vanish.
        diffusion: κ, at least 0.
        tolerance: τ, well above the rounding of heat's dtype.

    Returns:
        u, (m, n), of heat's dtype.

    Source: `jax.scipy.sparse.linalg.cg`, Hestenes and Stiefel 1952.
    """

    def operator(u: jax.Array) -> jax.Array:
        around = jnp.pad(u, 1)
        neighbours = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
        return u - diffusion * (neighbours - 4.0 * u)

    solution: jax.Array
    solution, _ = jax.scipy.sparse.linalg.cg(operator, heat, tol=tolerance)  # type: ignore[no-untyped-call]  # JAX has no types here
    return solution
