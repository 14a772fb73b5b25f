"""What `kernels.linearizations` must return."""

import numpy as np


def hessian_products(x: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Of `linearizations.hessian_products`, by the matrix's three diagonals.

    From 100 (b - a²)² + (1 - a)² with neighbours a and b: ∂²/∂a² = 1200 a² - 400 b + 2, ∂²/∂a∂b = -400 a,
    ∂²/∂b² = 200.
    """
    a, b, v = x[:-1].astype(np.float64), x[1:].astype(np.float64), directions.astype(np.float64)
    products = np.zeros_like(v)
    products[:, :-1] += (1200 * a**2 - 400 * b + 2) * v[:, :-1] - 400 * a * v[:, 1:]
    products[:, 1:] += 200 * v[:, 1:] - 400 * a * v[:, :-1]
    return products.astype(x.dtype)
