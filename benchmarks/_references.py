"""What each kernel must return, from NumPy and closed forms, under the kernel's own name.

Each takes its kernel's arguments as NumPy arrays and returns NumPy values of its kernel's dtype and shape, so
that those can be compared too. Floating ones are computed in float64 and rounded once at the end: what is
left between a reference and a float32 kernel is the kernel's own rounding.
"""

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


def gram(x: np.ndarray) -> np.ndarray:
    """Of `products.gram`."""
    exact = x.astype(np.float64)
    return (exact @ exact.T).astype(x.dtype)


def apply_by_loop(matrix: np.ndarray, batch: np.ndarray) -> np.ndarray:
    """Of the three `products.apply_by_…`: they are three ways to one result."""
    return (batch.astype(np.float64) @ matrix.astype(np.float64).T).astype(matrix.dtype)


apply_by_hand = apply_by_vmap = apply_by_loop


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


def while_gather(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of `loops.while_gather` without x64.

    The running maximum starts at 0, so a last element of 0 or less ends the loop before its first step.
    Otherwise the loop ends with the first element that is not below the last one; all before it are, so it is
    the maximum.
    """
    if values[-1] <= 0:
        return np.int32(0), np.int32(0)
    first = np.argmax(values >= values[-1])
    return values[first], np.int32(first + 1)


def segment_sum(values: np.ndarray, segment_ids: np.ndarray, num_segments: int) -> np.ndarray:
    """Of `segments.segment_sum`, for ids of 0 and more."""
    sums = np.bincount(segment_ids, weights=values.astype(np.float64), minlength=num_segments)
    return sums[:num_segments].astype(values.dtype)


def total_variation(volume: np.ndarray) -> np.ndarray:
    """Of `regularisers.total_variation`."""
    exact = volume.astype(np.float64)
    return sum(np.sum(np.diff(exact, axis=axis) ** 2) for axis in range(3)).astype(volume.dtype)


def total_variation_gradient(volume: np.ndarray) -> np.ndarray:
    """Of `regularisers.total_variation_gradient`.

    With dᵢ = vᵢ₊₁ - vᵢ along an axis, and d = 0 beyond both ends, vᵢ is in dᵢ₋₁² and dᵢ²: the derivative is
    2 (dᵢ₋₁ - dᵢ).
    """
    exact = volume.astype(np.float64)
    gradient = np.zeros_like(exact)
    for axis in range(3):
        beyond = np.zeros_like(exact.take([0], axis=axis))
        differences = np.diff(exact, axis=axis)
        gradient -= 2.0 * np.diff(np.concatenate([beyond, differences, beyond], axis=axis), axis=axis)
    return gradient.astype(volume.dtype)


def nothing() -> None:
    """Of `floor.nothing`."""


def increment(x: np.ndarray) -> np.ndarray:
    """Of `floor.increment`."""
    return (x + 1).astype(x.dtype)


def sum_of_squares(x: np.ndarray) -> np.ndarray:
    """Of `reductions.sum_of_squares`."""
    return np.sum(x.astype(np.float64) ** 2).astype(x.dtype)


def affine(parameters: dict[str, np.ndarray], column: np.ndarray) -> np.ndarray:
    """Of `batching.affine`."""
    exact = {name: array.astype(np.float64) for name, array in parameters.items()}
    return (exact["scale"] * (exact["matrix"] @ column.astype(np.float64)) + exact["offset"]).astype(column.dtype)


def affine_by_loop(parameters: dict[str, np.ndarray], batch: np.ndarray) -> np.ndarray:
    """Of the three `batching.affine_by_…`: they are three ways to one result."""
    exact = {name: array.astype(np.float64) for name, array in parameters.items()}
    return (exact["scale"] * (exact["matrix"] @ batch.astype(np.float64)) + exact["offset"].T).astype(batch.dtype)


affine_by_hand = affine_by_vmap = affine_by_loop


def half_squared_error(weights: np.ndarray, row: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Of `gradients.half_squared_error`."""
    return (0.5 * (row.astype(np.float64) @ weights.astype(np.float64) - target) ** 2).astype(weights.dtype)


def example_gradients(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Of `gradients.example_gradients`: the error of each row times the row."""
    exact = rows.astype(np.float64)
    errors = exact @ weights.astype(np.float64) - targets
    return (errors[:, np.newaxis] * exact).astype(weights.dtype)


def sum_gradient(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Of `gradients.sum_gradient`, Xᵀ (X w - y)."""
    exact = rows.astype(np.float64)
    return (exact.T @ (exact @ weights.astype(np.float64) - targets)).astype(weights.dtype)


def whole(x: np.ndarray) -> np.ndarray:
    """Of `pipelines.whole` and `pipelines.by_step`."""
    return (np.tanh(np.sin(2.0 * (x.astype(np.float64) - 0.5))) ** 2).astype(x.dtype)


by_step = whole


def log_sum_exp(x: np.ndarray) -> np.ndarray:
    """Of `requests.log_sum_exp`."""
    return scipy.special.logsumexp(x.astype(np.float64)).astype(x.dtype)


def class_probabilities(hidden: np.ndarray, output: np.ndarray, batch: np.ndarray) -> np.ndarray:
    """Of `perceptrons.class_probabilities`."""
    values = np.tanh(batch.astype(np.float64) @ hidden.astype(np.float64)) @ output.astype(np.float64)
    return scipy.special.softmax(values, axis=-1).astype(batch.dtype)


def power(x: np.ndarray, exponent: int | np.ndarray) -> np.ndarray:
    """Of `powers.power` and `powers.power_by_loop`, for exponents of 1 and more."""
    return (x.astype(np.float64) ** int(exponent)).astype(x.dtype)


power_by_loop = power
