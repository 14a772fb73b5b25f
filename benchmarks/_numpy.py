"""The kernels as a user of NumPy writes them, under the kernels' own names: what JAX is timed against.

Each takes its kernel's arguments as NumPy arrays and computes in their own dtype, one operation and one new array after
the other: no `out=`, no buffer kept. They return arrays of their kernel's dtype and shape, NumPy scalars where those
are ().
"""

import numpy as np

# Equation 14 of Klambauer 2017. Python floats: NumPy 2 leaves an array's dtype as it is beside them.
_ALPHA = 1.6732632423543772848170429916717
_SCALE = 1.0507009873554804934193349852946


def selu(x: np.ndarray) -> np.ndarray:
    """As `activations.selu`; exp is taken of every element, so one above 88 warns in float32 that it overflows."""
    return _SCALE * np.where(x > 0, x, _ALPHA * np.exp(x) - _ALPHA)


def gram(x: np.ndarray) -> np.ndarray:
    """As `products.gram`."""
    return x @ x.T


def apply_by_loop(matrix: np.ndarray, batch: np.ndarray) -> np.ndarray:
    """As `products.apply_by_loop`."""
    return np.stack([matrix @ row for row in batch])


def apply_by_hand(matrix: np.ndarray, batch: np.ndarray) -> np.ndarray:
    """As `products.apply_by_hand`."""
    return batch @ matrix.T


def sum_of_squares(x: np.ndarray) -> np.ndarray:
    """As `reductions.sum_of_squares`."""
    return np.sum(x**2)


def whole(x: np.ndarray) -> np.ndarray:
    """As `pipelines.whole`."""
    return np.tanh(np.sin(2.0 * (x - 0.5))) ** 2


def class_probabilities(hidden: np.ndarray, output: np.ndarray, batch: np.ndarray) -> np.ndarray:
    """As `perceptrons.class_probabilities`."""
    values = np.tanh(batch @ hidden) @ output
    exponentials = np.exp(values - np.max(values, axis=-1, keepdims=True))
    return exponentials / np.sum(exponentials, axis=-1, keepdims=True)
