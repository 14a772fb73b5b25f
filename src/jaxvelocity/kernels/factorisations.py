"""Factorisations of one matrix by LAPACK's routines, each made unique, so that it can be compared."""

import jax
import jax.numpy as jnp


def cholesky_factor(matrix: jax.Array) -> jax.Array:
    """Lower triangular L with a positive diagonal and A = L Lᵀ.

    Args:
        matrix: A, (n, n), symmetric, float32 or float64.

    Returns:
        L, (n, n), of matrix's dtype; NaN where A is not positive definite.

    Raises:
        ValueError: A is not square; a TypeError in older releases.

    Source: as people write it, to draw from a normal distribution or to take its density.
    """
    factor: jax.Array = jnp.linalg.cholesky(matrix)
    return factor


def orthonormal_and_triangular(matrix: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Factor A = Q R into orthonormal columns and an upper triangle whose diagonal is made positive.

    Args:
        matrix: A, (m, n), m at least n, of rank n, float32 or float64.

    Returns:
        Q, (m, n), and R, (n, n), of matrix's dtype.

    Raises:
        TypeError: A has fewer than two axes; a ValueError in older releases.

    Source: Mezzadri, How to generate random matrices from the classical compact groups, 2007, section 5.
    """
    q, r = jnp.linalg.qr(matrix)
    signs = jnp.where(jnp.diagonal(r) < 0, -1, 1).astype(matrix.dtype)
    return q * signs[jnp.newaxis, :], r * signs[:, jnp.newaxis]


def polar_factors(matrix: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Factor A = Q P, Q with orthonormal columns and P positive definite, by the singular values: Q = U Vᵀ, P = V Σ Vᵀ.

    Args:
        matrix: A, (m, n), m at least n, of rank n, float32 or float64.

    Returns:
        Q, (m, n), the nearest to A of its kind, and P, (n, n), of matrix's dtype.

    Raises:
        TypeError: A has fewer than two axes; an IndexError in older releases.

    Source: Higham, Functions of Matrices, 2008, chapter 8.
    """
    u, s, vt = jnp.linalg.svd(matrix, full_matrices=False)
    return u @ vt, (vt.T * s[jnp.newaxis, :]) @ vt
