"""What `kernels.matrix_products` must return."""

import numpy as np


def product(left: np.ndarray, right: np.ndarray, *, accumulator: str) -> np.ndarray:
    """Of `matrix_products.product`: in float64, which holds its sums of whole numbers exactly."""
    return (left.astype(np.float64) @ right.astype(np.float64)).astype(accumulator)


def product_each(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Of `matrix_products.product_each`."""
    return (left.astype(np.float64) @ right.astype(np.float64)).astype(left.dtype)
