"""What `kernels.recurrences` must return."""

import numpy as np


def linear_recurrence(decays: np.ndarray, terms: np.ndarray) -> np.ndarray:
    """Of `recurrences.linear_recurrence`, one step after another."""
    h = terms.astype(np.float64)
    for step in range(1, len(h)):
        h[step] += decays[step] * h[step - 1]
    return h.astype(terms.dtype)
