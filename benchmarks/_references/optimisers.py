"""What `kernels.optimisers` must return."""

import numpy as np

Leaves = dict[str, np.ndarray]


def residual_error(parameters: Leaves, rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Of `optimisers.residual_error`."""
    return _error_and_gradient(parameters, rows, targets)[0].astype(rows.dtype)


def adam_step(
    parameters: Leaves,
    firsts: Leaves,
    seconds: Leaves,
    count: np.ndarray,
    rows: np.ndarray,
    targets: np.ndarray,
    rate: float,
) -> tuple[Leaves, Leaves, Leaves, np.ndarray, np.ndarray]:
    """Of `optimisers.adam_step`."""
    error, gradient = _error_and_gradient(parameters, rows, targets)
    steps = int(count) + 1
    moved: tuple[Leaves, Leaves, Leaves] = ({}, {}, {})
    for name, g in gradient.items():
        m = 0.9 * firsts[name].astype(np.float64) + 0.1 * g
        v = 0.999 * seconds[name].astype(np.float64) + 0.001 * g**2
        direction = (m / (1.0 - 0.9**steps)) / (np.sqrt(v / (1.0 - 0.999**steps)) + 1e-8)
        for leaves, array in zip(moved, (parameters[name] - rate * direction, m, v), strict=True):
            leaves[name] = array.astype(rows.dtype)
    return *moved, np.array(steps, count.dtype), error.astype(rows.dtype)


def _error_and_gradient(parameters: Leaves, rows: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, Leaves]:
    """Give the error, and its gradient by hand, in float64.

    Backwards from ∂x = (x - y) / (b d): with t = tanh(x W + c), ∂z = (1 - t²) ∂x, ∂W = xᵀ ∂z, ∂c = Σ ∂z, and behind it
    ∂x + ∂z Wᵀ.
    """
    x = rows.astype(np.float64)
    passed = []
    for layer in range(len(parameters) // 2):
        weights = parameters[f"weights {layer}"].astype(np.float64)
        activation = np.tanh(x @ weights + parameters[f"offset {layer}"])
        passed.append((x, activation, weights))
        x = x + activation
    difference = x - targets
    backward = difference / difference.size
    gradient = {}
    for layer, (x, activation, weights) in reversed(list(enumerate(passed))):
        inside = (1.0 - activation**2) * backward
        gradient[f"weights {layer}"], gradient[f"offset {layer}"] = x.T @ inside, np.sum(inside, axis=0)
        backward = backward + inside @ weights.T
    return 0.5 * np.mean(difference**2), gradient
