"""What `kernels.sorting` must return."""

import numpy as np


def argsort_rows(rows: np.ndarray) -> np.ndarray:
    """Of `sorting.argsort_rows` without x64."""
    return np.argsort(rows, axis=1, kind="stable").astype(np.int32)


def sort_vector(x: np.ndarray) -> np.ndarray:
    """Of `sorting.sort_vector`."""
    return np.sort(x)


def top_of_rows(rows: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Of `sorting.top_of_rows`."""
    indices = np.argsort(-rows, axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(rows, indices, axis=-1), indices.astype(np.int32)


def search_sorted(grid: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Of `sorting.search_sorted`."""
    return np.searchsorted(grid, points).astype(np.int32)
