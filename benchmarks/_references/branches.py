"""What `kernels.branches` must return."""

import numpy as np


def filtered_levels(
    observations: np.ndarray, seen: np.ndarray, drift_variance: float, noise_variance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Of `branches.filtered_levels`: the variance is the same for all series, so it is one number here."""
    exact = observations.astype(np.float64)
    levels = np.empty_like(exact)
    m, p = np.zeros(exact.shape[1]), 1.0
    for y, is_seen, level in zip(exact, seen.tolist(), levels, strict=True):
        p += drift_variance
        if is_seen:
            k = p / (p + noise_variance)
            m, p = m + k * (y - m), (1.0 - k) * p
        level[:] = m
    dtype = observations.dtype
    return levels.astype(dtype), np.full(exact.shape[1], p).astype(dtype)
