"""What `kernels.shards` must return."""

import numpy as np


def rows_times_matrix(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Of `shards.rows_times_matrix`."""
    return (rows.astype(np.float64) @ matrix.astype(np.float64)).astype(rows.dtype)


def sum_of_parts(x: np.ndarray, *, parts: int) -> np.ndarray:
    """Of `shards.sum_of_parts`; parts says where the rows lie, which changes nothing."""
    return np.sum(x, axis=0, dtype=np.float64).astype(x.dtype)


def increment_parts(x: np.ndarray, *, parts: int) -> np.ndarray:
    """Of `shards.increment_parts`; parts says where x lies, which changes nothing."""
    return (x + 1).astype(x.dtype)
