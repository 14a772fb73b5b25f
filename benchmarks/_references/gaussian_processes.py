"""What `kernels.gaussian_processes` must return."""

import numpy as np


def log_evidence(log_parameters: np.ndarray, points: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Of `gaussian_processes.log_evidence`."""
    return log_evidence_gradient(log_parameters, points, values)[0]


def log_evidence_gradient(
    log_parameters: np.ndarray, points: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Of `gaussian_processes.log_evidence_gradient`: tr((α αᵀ - K⁻¹) ∂K) / 2 with α = K⁻¹ y, by K's inverse."""
    a, length, s = np.exp(log_parameters.astype(np.float64))
    x, y = points.astype(np.float64), values.astype(np.float64)
    squares = ((x[:, np.newaxis] - x) / length) ** 2
    signal = a**2 * np.exp(-squares / 2)
    covariance = signal + s**2 * np.eye(len(x))
    inverse = np.linalg.inv(covariance)
    alpha = inverse @ y
    half_log_det = np.sum(np.log(np.diagonal(np.linalg.cholesky(covariance))))
    value = -0.5 * (y @ alpha + len(x) * np.log(2 * np.pi)) - half_log_det
    pull = np.outer(alpha, alpha) - inverse
    gradient = [np.sum(pull * signal), 0.5 * np.sum(pull * signal * squares), s**2 * np.trace(pull)]
    dtype = log_parameters.dtype
    return np.asarray(value, dtype), np.array(gradient, dtype)
