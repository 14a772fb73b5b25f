"""What `kernels.coupled_cells` must return."""

import numpy as np


def activity(coupling: np.ndarray, start: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """Of `coupled_cells.activity`, all cells in one vector."""
    return _activity_and_derivative(coupling, start, inputs)[0].astype(coupling.dtype)


def activity_gradient(coupling: np.ndarray, start: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """Of `coupled_cells.activity_gradient`, carried forward step by step, where the kernel goes back."""
    return _activity_and_derivative(coupling, start, inputs)[1].astype(coupling.dtype)


def _activity_and_derivative(
    coupling: np.ndarray, start: np.ndarray, inputs: np.ndarray
) -> tuple[np.float64, np.float64]:
    exact = np.float64(coupling)
    cells = start.astype(np.float64)
    slopes = np.zeros_like(cells)  # of the cells, in the coupling
    total = derivative = np.float64(0.0)
    for given in inputs.astype(np.float64):
        before, after = np.roll(cells, 1), np.roll(cells, -1)
        slopes_of_products = np.roll(slopes, 1) * after + before * np.roll(slopes, -1)
        cells = np.tanh(cells / 2 + exact * before * after + given)
        slopes = (1 - cells**2) * (slopes / 2 + before * after + exact * slopes_of_products)
        total, derivative = total + cells[0], derivative + slopes[0]
    return total, derivative
