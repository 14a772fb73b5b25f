"""What `kernels.norms` must return."""

import numpy as np


def squared_norms(matrix: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Of `norms.squared_norms`."""
    products = rows.astype(np.float64) @ matrix.astype(np.float64).T
    return np.sum(products**2, axis=1).astype(matrix.dtype)
