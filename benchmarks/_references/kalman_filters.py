"""What `kernels.kalman_filters` must return."""

import numpy as np


def filtered_means(
    observations: np.ndarray,
    transition: np.ndarray,
    wandering: np.ndarray,
    readout: np.ndarray,
    noise: np.ndarray,
    mean: np.ndarray,
    covariance: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Of `kalman_filters.filtered_means`: the recursion by an inverse, held by its test against one large Gaussian."""
    dtype = observations.dtype
    y, a, q, h, r, m, p = (
        array.astype(np.float64) for array in (observations, transition, wandering, readout, noise, mean, covariance)
    )
    means = np.empty((len(y), len(m)))
    spreads, residuals = np.empty((len(y), *r.shape)), np.empty_like(y)
    for row in range(len(y)):
        m, p = a @ m, a @ p @ a.T + q
        ph = p @ h.T
        spreads[row] = h @ ph + r
        residuals[row] = y[row] - h @ m
        gain = ph @ np.linalg.inv(spreads[row])
        m, p = m + gain @ residuals[row], p - gain @ ph.T
        means[row] = m
    fits = np.einsum("ti,tij,tj->t", residuals, np.linalg.inv(spreads), residuals) + np.linalg.slogdet(spreads)[1]
    return means.astype(dtype), np.asarray(-0.5 * (np.sum(fits) + y.size * np.log(2 * np.pi)), dtype)
