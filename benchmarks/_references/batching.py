"""What `kernels.batching` must return."""

import numpy as np


def affine(parameters: dict[str, np.ndarray], column: np.ndarray) -> np.ndarray:
    """Of `batching.affine`."""
    exact = {name: array.astype(np.float64) for name, array in parameters.items()}
    return (exact["scale"] * (exact["matrix"] @ column.astype(np.float64)) + exact["offset"]).astype(column.dtype)


def affine_by_loop(parameters: dict[str, np.ndarray], batch: np.ndarray) -> np.ndarray:
    """Of the three `batching.affine_by_…`: they are three ways to one result."""
    exact = {name: array.astype(np.float64) for name, array in parameters.items()}
    return (exact["scale"] * (exact["matrix"] @ batch.astype(np.float64)) + exact["offset"].T).astype(batch.dtype)


affine_by_hand = affine_by_vmap = affine_by_loop
