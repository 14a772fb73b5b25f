"""What `kernels.matrix_functions` must return."""

import numpy as np
import scipy.linalg


def inverse_square_root(matrix: np.ndarray) -> np.ndarray:
    """Of `matrix_functions.inverse_square_root`: of a positive definite matrix, singular values are eigenvalues."""
    vectors, values, _ = np.linalg.svd(matrix.astype(np.float64))
    return ((vectors / np.sqrt(values)) @ vectors.T).astype(matrix.dtype)


def matrix_exponential(matrix: np.ndarray) -> np.ndarray:
    """Of `matrix_functions.matrix_exponential`, and of `matrix_exponentials`."""
    return scipy.linalg.expm(matrix.astype(np.float64)).astype(matrix.dtype)


matrix_exponentials = matrix_exponential
