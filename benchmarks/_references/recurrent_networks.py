"""What `kernels.recurrent_networks` must return."""

import numpy as np
import scipy.special


def lstm(inward: np.ndarray, recurrent: np.ndarray, offset: np.ndarray, sequence: np.ndarray) -> np.ndarray:
    """Of `recurrent_networks.lstm`: the products with all inputs at once, then a loop over time."""
    inputs = sequence.astype(np.float64) @ inward.astype(np.float64) + offset.astype(np.float64)
    again = recurrent.astype(np.float64)
    h = c = np.zeros((sequence.shape[1], len(recurrent)))
    outputs = np.empty((len(sequence), *h.shape))
    for time, values in enumerate(inputs):
        i, f, g, o = np.split(values + h @ again, 4, axis=-1)
        c = scipy.special.expit(f) * c + scipy.special.expit(i) * np.tanh(g)
        h = outputs[time] = scipy.special.expit(o) * np.tanh(c)
    return outputs.astype(sequence.dtype)
