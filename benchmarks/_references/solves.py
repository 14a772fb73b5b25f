"""What `kernels.solves` must return."""

import numpy as np


def solve_each(matrices: np.ndarray, right_sides: np.ndarray) -> np.ndarray:
    """Of `solves.solve_each`."""
    columns = right_sides.astype(np.float64)[:, :, np.newaxis]
    return np.linalg.solve(matrices.astype(np.float64), columns)[:, :, 0].astype(matrices.dtype)


def solve_gradients(matrices: np.ndarray, right_sides: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of `solves.solve_gradients`: its two closed forms."""
    exact = matrices.astype(np.float64)
    x = np.linalg.solve(exact, right_sides.astype(np.float64)[:, :, np.newaxis])
    adjoint = np.linalg.solve(np.swapaxes(exact, 1, 2), x)
    by_matrices = -adjoint @ np.swapaxes(x, 1, 2)
    return by_matrices.astype(matrices.dtype), adjoint[:, :, 0].astype(matrices.dtype)
