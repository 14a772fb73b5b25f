"""What `kernels.fourier` must return."""

import numpy as np


def fourier_transform(values: np.ndarray) -> np.ndarray:
    """Of `fourier.fourier_transform`."""
    return np.fft.fftn(values.astype(np.complex128)).astype(values.dtype)


def filtered(plane: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """Of `fourier.filtered`."""
    height, width = plane.shape
    whole = np.zeros((height, width))
    whole[:, : width // 2 + 1] = factors
    for column in range(width // 2 + 1, width):  # the other half mirrors the one that is given
        whole[:, column] = factors[-np.arange(height) % height, width - column]
    return np.fft.ifft2(np.fft.fft2(plane.astype(np.float64)) * whole).real.astype(plane.dtype)
