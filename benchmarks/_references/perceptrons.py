"""What `kernels.perceptrons` must return."""

import numpy as np
import scipy.special


def class_probabilities(hidden: np.ndarray, output: np.ndarray, batch: np.ndarray) -> np.ndarray:
    """Of `perceptrons.class_probabilities`."""
    values = np.tanh(batch.astype(np.float64) @ hidden.astype(np.float64)) @ output.astype(np.float64)
    return scipy.special.softmax(values, axis=-1).astype(batch.dtype)


def cross_entropy(
    layers: tuple[tuple[np.ndarray, np.ndarray], ...], rows: np.ndarray, labels: np.ndarray
) -> np.ndarray:
    """Of `perceptrons.cross_entropy`."""
    values = _layer_by_layer(layers, rows)[-1]
    logarithms = scipy.special.log_softmax(values, axis=-1)
    return -np.mean(logarithms[np.arange(len(labels)), labels]).astype(rows.dtype)


def cross_entropy_gradient(
    layers: tuple[tuple[np.ndarray, np.ndarray], ...], rows: np.ndarray, labels: np.ndarray
) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Of `perceptrons.cross_entropy_gradient`.

    Backwards from ∂z = (softmax z - 1 at the label) / b: ∂W = xᵀ ∂z and ∂c = Σ ∂z of what went in, x, and behind it
    ∂z' = (1 - x²) ∂z Wᵀ.
    """
    *inputs, values = _layer_by_layer(layers, rows)
    backward = scipy.special.softmax(values, axis=-1)
    backward[np.arange(len(labels)), labels] -= 1.0
    backward /= len(labels)
    gradients = []
    for (weights, _), x in zip(reversed(layers), reversed(inputs), strict=True):
        gradients.append(((x.T @ backward).astype(rows.dtype), np.sum(backward, axis=0).astype(rows.dtype)))
        backward = (1.0 - x**2) * (backward @ weights.astype(np.float64).T)
    return tuple(reversed(gradients))


def _layer_by_layer(layers: tuple[tuple[np.ndarray, np.ndarray], ...], rows: np.ndarray) -> list[np.ndarray]:
    """Give what goes into each layer, and the last one's values, in float64."""
    passed = [rows.astype(np.float64)]
    for number, (weights, offset) in enumerate(layers, start=1):
        values = passed[-1] @ weights.astype(np.float64) + offset.astype(np.float64)
        passed.append(values if number == len(layers) else np.tanh(values))
    return passed
