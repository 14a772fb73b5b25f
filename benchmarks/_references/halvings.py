"""What `kernels.halvings` must return, from the recurrence's closed form: after t steps from s, 2 + (s - 2) 2⁻ᵗ."""

import numpy as np


def last(start: np.ndarray, length: int) -> np.ndarray:
    """Of `halvings.last`."""
    return (2.0 + np.ldexp(np.float64(start) - 2.0, -length)).astype(start.dtype)


def stacked(start: np.ndarray, length: int) -> np.ndarray:
    """Of `halvings.stacked`."""
    steps = np.arange(1, length + 1).reshape(-1, *(1 for _ in np.shape(start)))
    return (2.0 + np.ldexp(np.float64(start) - 2.0, -steps)).astype(start.dtype)


def written(values: np.ndarray) -> np.ndarray:
    """Of `halvings.written`: as many steps as there are elements after the first."""
    return (2.0 + np.ldexp(np.float64(values[0]) - 2.0, -np.arange(len(values)))).astype(values.dtype)
