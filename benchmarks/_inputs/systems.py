"""Linear systems."""

import numpy as np


def spd_systems(count: int, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Linear systems of positive definite matrices M Mᵀ + side · I, M and the right-hand sides standard normal.

    The matrices: (count, side, side); the right-hand sides, one each: (count, side); both float32.
    """
    generator = np.random.default_rng(30)
    roots = generator.standard_normal((count, side, side), dtype=np.float32)
    matrices = roots @ np.swapaxes(roots, 1, 2) + np.float32(side) * np.eye(side, dtype=np.float32)
    return matrices, generator.standard_normal((count, side), dtype=np.float32)


def systems(count: int, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Linear systems of matrices M + side · I, M and the right-hand sides standard normal.

    The matrices: (count, side, side); the right-hand sides, one each: (count, side); both float32.
    """
    generator = np.random.default_rng(31)
    matrices = generator.standard_normal((count, side, side), dtype=np.float32)
    matrices += np.float32(side) * np.eye(side, dtype=np.float32)
    return matrices, generator.standard_normal((count, side), dtype=np.float32)
