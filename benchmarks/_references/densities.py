"""What `kernels.densities` must return."""

import numpy as np


def gaussian_densities(queries: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Of `densities.gaussian_densities`, all distances at once: |q - p|² = |q|² - 2 q · p + |p|²."""
    q, p = queries.astype(np.float64), points.astype(np.float64)
    distances = np.sum(q**2, axis=1)[:, np.newaxis] - 2 * (q @ p.T) + np.sum(p**2, axis=1)
    return np.mean(np.exp(-distances / 2), axis=1).astype(queries.dtype)
