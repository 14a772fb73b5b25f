"""Quasi-separable matrices: the covariances of Gaussian processes of a small state, factored one row at a time."""

import jax
import jax.numpy as jnp


def cholesky(
    diagonal: jax.Array, readouts: jax.Array, sources: jax.Array, transitions: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Factor a symmetric matrix K = L Lᵀ by a scan down its diagonal that carries an (m, m) matrix.

    Kᵢᵢ = dᵢ, and below it Kᵢⱼ = pᵢᵀ aᵢ₋₁ … aⱼ₊₁ qⱼ. From f = 0, row after row:
    c = √(d - pᵀ f p), w = (q - a f p) / c, f ← a f aᵀ + w wᵀ. Then Lᵢᵢ = cᵢ, and below it Lᵢⱼ = pᵢᵀ aᵢ₋₁ … aⱼ₊₁ wⱼ.

    Args:
        diagonal: d, (n,), any floating dtype.
        readouts: p, (n, m), of diagonal's dtype.
        sources: q, (n, m), of diagonal's dtype.
        transitions: a, (n, m, m), of diagonal's dtype.

    Returns:
        c, (n,), and w, (n, m), of diagonal's dtype; NaN from the first row at which K is not positive definite.

    Raises:
        ValueError: the four have different n.
        TypeError: they have different m.

    Source: jax-ml/jax#36799, written anew; the algorithm is Foreman-Mackey's in tinygp.
    """

    def factor_row(f: jax.Array, row: tuple[jax.Array, ...]) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        d, p, q, a = row
        fp = f @ p
        c = jnp.sqrt(d - p @ fp)
        w = (q - a @ fp) / c
        return a @ f @ a.T + jnp.outer(w, w), (c, w)

    m = readouts.shape[1]
    start = jnp.zeros((m, m), diagonal.dtype)
    _, (c, w) = jax.lax.scan(factor_row, start, (diagonal, readouts, sources, transitions))
    return c, w
