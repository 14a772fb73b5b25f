"""What `kernels.factorisations` must return."""

import numpy as np


def cholesky_factor(matrix: np.ndarray) -> np.ndarray:
    """Of `factorisations.cholesky_factor`."""
    return np.linalg.cholesky(matrix.astype(np.float64)).astype(matrix.dtype)


def orthonormal_and_triangular(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of `factorisations.orthonormal_and_triangular`: R is Aᵀ A's Cholesky factor, transposed, and Q is A R⁻¹."""
    exact = matrix.astype(np.float64)
    lower = np.linalg.cholesky(exact.T @ exact)
    return np.linalg.solve(lower, exact.T).T.astype(matrix.dtype), lower.T.astype(matrix.dtype)


def polar_factors(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of `factorisations.polar_factors`: P is Aᵀ A's square root, by its eigenvalues, and Q is A P⁻¹."""
    exact = matrix.astype(np.float64)
    values, vectors = np.linalg.eigh(exact.T @ exact)
    roots = np.sqrt(values)
    orthonormal = exact @ (vectors / roots) @ vectors.T
    return orthonormal.astype(matrix.dtype), ((vectors * roots) @ vectors.T).astype(matrix.dtype)
