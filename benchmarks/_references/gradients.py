"""What `kernels.gradients` must return."""

import numpy as np


def half_squared_error(weights: np.ndarray, row: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Of `gradients.half_squared_error`."""
    return (0.5 * (row.astype(np.float64) @ weights.astype(np.float64) - target) ** 2).astype(weights.dtype)


def example_gradients(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Of `gradients.example_gradients`: the error of each row times the row."""
    exact = rows.astype(np.float64)
    errors = exact @ weights.astype(np.float64) - targets
    return (errors[:, np.newaxis] * exact).astype(weights.dtype)


def sum_gradient(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Of `gradients.sum_gradient`, Xᵀ (X w - y)."""
    exact = rows.astype(np.float64)
    return (exact.T @ (exact @ weights.astype(np.float64) - targets)).astype(weights.dtype)
