"""What `kernels.custom_rules` must return."""

import numpy as np


def clip_cotangent(x: np.ndarray) -> np.ndarray:
    """Of `custom_rules.clip_cotangent`."""
    return x


def clipped_recurrence_gradient(start: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """Of `custom_rules.clipped_recurrence_gradient`, back by hand."""
    states = np.empty(inputs.shape)
    h = start.astype(np.float64)
    for state, x in zip(states, inputs, strict=True):
        h = state[:] = np.tanh(h + x)
    gradient, slopes, back = np.empty_like(states), 1 - states**2, 0.0
    for t in reversed(range(len(states))):
        gradient[t] = slopes[t] * (2 * states[t] + back)
        back = np.clip(gradient[t], -1, 1)
    return gradient.astype(start.dtype)
