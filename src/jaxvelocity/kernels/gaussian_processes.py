"""Gaussian processes: a dense covariance, its factor, and what fits its parameters."""

import jax
import jax.numpy as jnp


def log_evidence(log_parameters: jax.Array, points: jax.Array, values: jax.Array) -> jax.Array:
    """Log marginal likelihood of noisy values of a process with a squared exponential covariance.

    -(yᵀ K⁻¹ y + log det K + n log 2π) / 2 with Kᵢⱼ = a² exp(-(xᵢ - xⱼ)² / (2 ℓ²)) + s² δᵢⱼ, by K's Cholesky factor.

    Args:
        log_parameters: the logarithms of a, ℓ and s, (3,), float64, or float32 where s is large enough for it.
        points: x, (n,), of log_parameters' dtype.
        values: y, (n,), of log_parameters' dtype.

    Returns:
        A scalar of log_parameters' dtype.

    Raises:
        TypeError or ValueError: points and values differ in n.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm 2.1.
    """
    amplitude, length, noise = jnp.exp(log_parameters)
    n = points.shape[0]
    distances = (points[:, jnp.newaxis] - points[jnp.newaxis, :]) / length
    covariance = amplitude**2 * jnp.exp(-0.5 * distances**2) + noise**2 * jnp.eye(n, dtype=points.dtype)
    factor = jnp.linalg.cholesky(covariance)
    whitened = jax.scipy.linalg.solve_triangular(factor, values, lower=True)
    fit = jnp.sum(whitened**2) + n * jnp.log(2.0 * jnp.pi).astype(points.dtype)
    return -0.5 * fit - jnp.sum(jnp.log(jnp.diagonal(factor)))


def log_evidence_gradient(
    log_parameters: jax.Array, points: jax.Array, values: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """Log marginal likelihood as of `log_evidence`, and its gradient in the logarithms of a, ℓ and s.

    Args:
        log_parameters: the logarithms of a, ℓ and s, (3,), float64, or float32 where s is large enough for it.
        points: x, (n,), of log_parameters' dtype.
        values: y, (n,), of log_parameters' dtype.

    Returns:
        The value, a scalar, and the gradient, (3,), of log_parameters' dtype.

    Raises:
        TypeError or ValueError: points and values differ in n.

    Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, section 5.4.1; by `jax.value_and_grad`.
    """
    value_and_gradient: tuple[jax.Array, jax.Array] = jax.value_and_grad(log_evidence)(log_parameters, points, values)
    return value_and_gradient
