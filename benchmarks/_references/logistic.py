"""What `kernels.logistic` must return."""

import numpy as np
import scipy.special


def sum_logistic(x: np.ndarray) -> np.ndarray:
    """Of `logistic.sum_logistic`."""
    return np.sum(scipy.special.expit(x.astype(np.float64))).astype(x.dtype)


def sum_logistic_gradient(x: np.ndarray) -> np.ndarray:
    """Of `logistic.sum_logistic_gradient`: s(x) s(-x), because 1 - s(x) = s(-x), which does not cancel."""
    exact = x.astype(np.float64)
    return (scipy.special.expit(exact) * scipy.special.expit(-exact)).astype(x.dtype)


sum_logistic_gradient_of_jitted = sum_logistic_gradient


def sum_logistic_central_differences(x: np.ndarray, step: float) -> np.ndarray:
    """Of `logistic.sum_logistic_central_differences`: the gradient itself, which has no step."""
    return sum_logistic_gradient(x)
