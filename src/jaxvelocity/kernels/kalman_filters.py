"""Kalman filters: what a noisy series says of the state behind it, one observation after the other."""

import jax
import jax.numpy as jnp


def filtered_means(
    observations: jax.Array,
    transition: jax.Array,
    wandering: jax.Array,
    readout: jax.Array,
    noise: jax.Array,
    mean: jax.Array,
    covariance: jax.Array,
) -> tuple[jax.Array, jax.Array]:
    """Means of a linear Gaussian state given the observations so far, and the log-likelihood of them all.

    A scan of two steps. Predict: m = A m, P = A P Aᵀ + Q. Update, with S = H P Hᵀ + R and its factor S = L Lᵀ, with
    w = L⁻¹ (y - H m) and W = L⁻¹ H P: m = m + Wᵀ w, P = P - Wᵀ W, and the observation's log-likelihood is
    -(wᵀ w + k log 2π) / 2 - Σ log Lᵢᵢ.

    Args:
        observations: y, (t, k), float32 or float64.
        transition: A, (d, d), of observations' dtype, as are all others.
        wandering: Q, the covariance of what a transition adds, (d, d).
        readout: H, (k, d).
        noise: R, an observation's covariance, (k, k), positive definite.
        mean: m before the first transition, (d,).
        covariance: P before the first transition, (d, d).

    Returns:
        The means, (t, d), and the log-likelihood, a scalar, of observations' dtype.

    Raises:
        TypeError: the shapes don't fit each other, and don't broadcast either.

    Source: Kalman 1960; the update as in Särkkä, Bayesian Filtering and Smoothing, section 4.3, by a Cholesky factor.
    """
    constant = 0.5 * observations.shape[1] * jnp.log(2.0 * jnp.pi)

    def step(
        state: tuple[jax.Array, jax.Array], y: jax.Array
    ) -> tuple[tuple[jax.Array, jax.Array], tuple[jax.Array, jax.Array]]:
        m, p = state
        m = transition @ m
        p = transition @ p @ transition.T + wandering
        hp = readout @ p
        factor = jnp.linalg.cholesky(hp @ readout.T + noise)
        residual = (y - readout @ m)[:, jnp.newaxis]
        whitened = jax.scipy.linalg.solve_triangular(factor, jnp.concatenate([residual, hp], axis=1), lower=True)
        w, gain = whitened[:, 0], whitened[:, 1:]
        m = m + gain.T @ w
        fit = -0.5 * w @ w - jnp.sum(jnp.log(jnp.diagonal(factor)))
        return (m, p - gain.T @ gain), (m, fit)

    _, (means, fits) = jax.lax.scan(step, (mean, covariance), observations)
    return means, jnp.sum(fits - constant.astype(fits.dtype))
