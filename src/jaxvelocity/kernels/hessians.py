"""The second derivatives of Rosenbrock's function: all of them as one matrix, of which three diagonals are not 0."""

import jax
import jax.numpy as jnp


def rosenbrock(x: jax.Array) -> jax.Array:
    """Rosenbrock's function, Σᵢ 100 (xᵢ₊₁ - xᵢ²)² + (1 - xᵢ)².

    Args:
        x: (n,), any floating dtype.

    Returns:
        A scalar of x's dtype, 0 where n is 1.

    Source: Rosenbrock, An automatic method for finding the greatest or least value of a function, The Computer Journal
    3 (1960), continued to n variables as SciPy does.
    """
    return jnp.sum(100 * jnp.square(x[1:] - jnp.square(x[:-1])) + jnp.square(1 - x[:-1]))


def rosenbrock_hessian(x: jax.Array) -> jax.Array:
    """Hessian of `rosenbrock` by `jax.hessian`, which takes n tangents through its gradient.

    Args:
        x: (n,), any floating dtype.

    Returns:
        (n, n), of x's dtype.

    Source: `jax.hessian`.
    """
    hessian: jax.Array = jax.hessian(rosenbrock)(x)
    return hessian
