"""What `kernels.normalisations` must return."""

import numpy as np


def softmax_rows(rows: np.ndarray) -> np.ndarray:
    """Of `normalisations.softmax_rows`."""
    powers, _ = _exponentials(rows)
    return (powers / np.sum(powers, axis=1, keepdims=True)).astype(rows.dtype)


def layer_norm(rows: np.ndarray, scale: np.ndarray, offset: np.ndarray, epsilon: float = 1e-5) -> np.ndarray:
    """Of `normalisations.layer_norm`, with the default of ε stated here again."""
    centred = rows - np.mean(rows, axis=1, keepdims=True, dtype=np.float64)
    variance = np.mean(np.square(centred), axis=1, keepdims=True)
    return (centred / np.sqrt(variance + epsilon) * scale + offset).astype(rows.dtype)


def log_sum_exp_rows(rows: np.ndarray) -> np.ndarray:
    """Of `normalisations.log_sum_exp_rows`."""
    powers, largest = _exponentials(rows)
    return (largest[:, 0] + np.log(np.sum(powers, axis=1))).astype(rows.dtype)


def _exponentials(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give exp(x - m) of each element, and m = max x of each row, (b, 1), both float64."""
    largest = np.max(rows, axis=1, keepdims=True).astype(np.float64)
    return np.exp(rows - largest), largest
