"""What `kernels.unrolled_loops` must return."""

import numpy as np


def horner(coefficients: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Of `unrolled_loops.horner`: a product with the powers."""
    powers = np.vander(points.astype(np.float64), len(coefficients))
    return (powers @ coefficients.astype(np.float64)).astype(points.dtype)
