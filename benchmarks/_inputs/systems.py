"""Linear systems."""

import ml_dtypes
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


def matrix_pair(side: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Two matrices, each (side, side), of the dtype given: float32, bfloat16 or int8.

    Standard normal values, those of bfloat16 rounded from float32; of int8, -128 to 127, each alike.
    """
    generator = np.random.default_rng(60)
    if dtype == "int8":
        whole = generator.integers(-128, 128, size=(2, side, side), dtype=np.int8)
        return whole[0], whole[1]
    values = generator.standard_normal((2, side, side), dtype=np.float32)
    if dtype == "bfloat16":
        values = values.astype(ml_dtypes.bfloat16)
    return values[0], values[1]


def drifts(count: int, side: int) -> np.ndarray:
    """Matrices of linear differential equations, of normal values of variance 1 / side, (count, side, side), float32.

    With that variance their eigenvalues lie within the unit circle or not far outside, whatever the side.
    """
    generator = np.random.default_rng(61)
    return generator.standard_normal((count, side, side), dtype=np.float32) / np.float32(np.sqrt(side))
