"""What `kernels.convolutions` must return."""

from collections.abc import Iterator

import numpy as np


def convolve_signals(signals: np.ndarray, filters: np.ndarray) -> np.ndarray:
    """Of `convolutions.convolve_signals`, and of `convolve_images`: one matrix product for each place in the filter."""
    total = sum(shifted @ weights for shifted, weights in _shifts(signals, filters))
    return np.asarray(total).astype(signals.dtype)


convolve_images = convolve_signals


def convolve_channels(images: np.ndarray, filters: np.ndarray) -> np.ndarray:
    """Of `convolutions.convolve_channels`: one elementwise product for each place in the filter."""
    total = sum(shifted * weights[0] for shifted, weights in _shifts(images, filters))
    return np.asarray(total).astype(images.dtype)


def _shifts(signals: np.ndarray, filters: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Give, for each place in the filter, the signals that it sees and what it multiplies them by, both float64."""
    places, lengths = filters.shape[:-2], signals.shape[1:-1]
    margins = [(0, 0), *(((place - 1) // 2, place // 2) for place in places), (0, 0)]
    padded = np.pad(signals.astype(np.float64), margins)
    for place in np.ndindex(*places):
        window = tuple(slice(start, start + length) for start, length in zip(place, lengths, strict=True))
        yield padded[(slice(None), *window)], filters[place].astype(np.float64)
