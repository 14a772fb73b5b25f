"""Least squares: the solution of more equations than unknowns."""

import jax
import jax.numpy as jnp


def least_squares(matrix: jax.Array, targets: jax.Array) -> jax.Array:
    """The x at which |A x - b|² is least, by the singular values of A; of several, the x that is itself the shortest.

    Args:
        matrix: A, (m, n), float32 or float64, not 0. Singular values below max(m, n) roundings of the largest count
            as 0.
        targets: b, (m,), of matrix's dtype.

    Returns:
        x, (n,), of matrix's dtype.

    Raises:
        ValueError: the two have different m.
        TypeError: A has not two axes.

    Source: as people fit a line, or anything else that is linear in its coefficients.
    """
    coefficients, *_ = jnp.linalg.lstsq(matrix, targets)
    return coefficients
