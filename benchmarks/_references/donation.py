"""What `kernels.donation` must return."""

import numpy as np


def exponential_times_sum(x: np.ndarray) -> np.ndarray:
    """Of `donation.exponential_times_sum`."""
    y = np.exp(x.astype(np.float64))
    return (y * np.sum(y[np.arange(8) * (len(x) // 8)])).astype(x.dtype)
