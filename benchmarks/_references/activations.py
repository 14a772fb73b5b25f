"""What `kernels.activations` must return."""

import numpy as np
import scipy.special

# Equation 14 of Klambauer 2017; stated here again, not imported, so that a slip in the kernel's constants
# is seen.
SELU_ALPHA = 1.6732632423543772848170429916717

SELU_SCALE = 1.0507009873554804934193349852946


def selu(x: np.ndarray) -> np.ndarray:
    """Of `activations.selu` with its default constants; exp(x) is taken only where x is negative."""
    exact = x.astype(np.float64)
    negative = SELU_ALPHA * np.expm1(np.minimum(exact, 0.0))
    return (SELU_SCALE * np.where(exact > 0, exact, negative)).astype(x.dtype)


def gelu(x: np.ndarray) -> np.ndarray:
    """Of `activations.gelu`; the distribution is taken as such, which cancels nothing below 0."""
    exact = x.astype(np.float64)
    return (exact * scipy.special.ndtr(exact)).astype(x.dtype)
