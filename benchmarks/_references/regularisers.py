"""What `kernels.regularisers` must return."""

import numpy as np


def total_variation(volume: np.ndarray) -> np.ndarray:
    """Of `regularisers.total_variation`."""
    exact = volume.astype(np.float64)
    return sum(np.sum(np.diff(exact, axis=axis) ** 2) for axis in range(3)).astype(volume.dtype)


def total_variation_gradient(volume: np.ndarray) -> np.ndarray:
    """Of `regularisers.total_variation_gradient`.

    With dᵢ = vᵢ₊₁ - vᵢ along an axis, and d = 0 beyond both ends, vᵢ is in dᵢ₋₁² and dᵢ²: the derivative is
    2 (dᵢ₋₁ - dᵢ).
    """
    exact = volume.astype(np.float64)
    gradient = np.zeros_like(exact)
    for axis in range(3):
        beyond = np.zeros_like(exact.take([0], axis=axis))
        differences = np.diff(exact, axis=axis)
        gradient -= 2.0 * np.diff(np.concatenate([beyond, differences, beyond], axis=axis), axis=axis)
    return gradient.astype(volume.dtype)
