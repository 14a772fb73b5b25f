"""Integers into tables and bins, and points among those of a sorted grid."""

import numpy as np


def positions(count: int, size: int) -> np.ndarray:
    """Positions in a table of so many entries, uniform in 0 … size - 1 and unsorted, (count,), int32."""
    return np.random.default_rng(50).integers(size, size=count, dtype=np.int32)


def grid_and_points(size: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """A grid of uniform values in -1 to 1, sorted, (size,), and unsorted points in -1.1 to 1.1, (count,), both float32.

    A point in eleven is therefore beyond the grid, as many below as above.
    """
    generator = np.random.default_rng(51)
    grid = np.sort(generator.uniform(-1.0, 1.0, size=size).astype(np.float32))
    return grid, generator.uniform(-1.1, 1.1, size=count).astype(np.float32)
