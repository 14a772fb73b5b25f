"""What `kernels.sparse_matrices` must return."""

import numpy as np


def sparse_times_vector(values: np.ndarray, rows: np.ndarray, columns: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Of `sparse_matrices.sparse_times_vector`."""
    terms = values.astype(np.float64) * vector[columns]
    return np.bincount(rows, terms, minlength=len(vector)).astype(values.dtype)
