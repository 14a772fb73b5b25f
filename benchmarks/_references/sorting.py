"""What `kernels.sorting` must return."""

import numpy as np


def argsort_rows(rows: np.ndarray) -> np.ndarray:
    """Of `sorting.argsort_rows` without x64."""
    return np.argsort(rows, axis=1, kind="stable").astype(np.int32)
