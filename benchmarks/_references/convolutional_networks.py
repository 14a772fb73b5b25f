"""What `kernels.convolutional_networks` must return."""

import numpy as np


def class_values(
    filters: tuple[tuple[np.ndarray, np.ndarray], ...], output: np.ndarray, images: np.ndarray
) -> np.ndarray:
    """Of `convolutional_networks.class_values`: each pixel's neighbours as a row, times the filters as a matrix."""
    values = images.astype(np.float64)
    for weights, offset in filters:
        side, _, channels, _ = weights.shape
        before, behind = (side - 1) // 2, side // 2
        padded = np.pad(values, ((0, 0), (before, behind), (before, behind), (0, 0)))
        neighbours = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))
        rows = np.moveaxis(neighbours, 3, -1).reshape(*values.shape[:3], side * side * channels)
        values = np.maximum(rows @ weights.astype(np.float64).reshape(side * side * channels, -1) + offset, 0.0)
        count, height, width, channels = values.shape
        whole = values[:, : height // 2 * 2, : width // 2 * 2]
        values = np.max(whole.reshape(count, height // 2, 2, width // 2, 2, channels), axis=(2, 4))
    return (values.reshape(len(images), -1) @ output.astype(np.float64)).astype(images.dtype)
