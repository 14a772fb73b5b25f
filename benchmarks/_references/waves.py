"""What `kernels.waves` must return."""

import numpy as np


def propagate(heights: np.ndarray, steps: int, courant: float) -> np.ndarray:
    """Of `waves.propagate`: each Fourier mode swings by itself, as cos(steps · θ), where cos θ = 1 + r² λ / 2."""
    m, n = heights.shape
    along, across = np.meshgrid(2 * np.pi * np.arange(m) / m, 2 * np.pi * np.arange(n // 2 + 1) / n, indexing="ij")
    cosine = 1 + courant**2 * (np.cos(along) + np.cos(across) - 2)
    modes = np.fft.rfft2(heights.astype(np.float64)) * np.cos(steps * np.arccos(cosine))
    return np.fft.irfft2(modes, heights.shape).astype(heights.dtype)
