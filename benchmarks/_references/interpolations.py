"""What `kernels.interpolations` must return."""

import numpy as np


def interpolate_linearly(points: np.ndarray, grid: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Of `interpolations.interpolate_linearly`."""
    return np.interp(points, grid, values).astype(points.dtype)
