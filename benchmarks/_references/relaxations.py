"""What `kernels.relaxations` must return."""

import numpy as np


def jacobi(grid: np.ndarray, steps: int) -> np.ndarray:
    """Of `relaxations.jacobi`."""
    u = grid.astype(np.float64)
    for _ in range(steps):
        u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4
    return u.astype(grid.dtype)
