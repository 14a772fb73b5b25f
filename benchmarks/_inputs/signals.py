"""Signals, images and what they are filtered with."""

import numpy as np


def complex_signal(size: int) -> np.ndarray:
    """Values whose real and imaginary parts are standard normal, (size,), complex64."""
    return np.random.default_rng(62).standard_normal((size, 2), dtype=np.float32).view(np.complex64)[:, 0]


def low_pass(side: int) -> np.ndarray:
    """The factors of a Gaussian low pass for the half spectrum of a real plane, (side, side // 2 + 1), float32.

    exp(-|f|² / (2 · 0.125²)), f the two frequencies in periods a pixel.
    """
    rows, columns = np.fft.fftfreq(side)[:, np.newaxis], np.fft.rfftfreq(side)
    return np.exp(-(rows**2 + columns**2) / (2 * 0.125**2)).astype(np.float32)


def signals_and_filters(signals: tuple[int, ...], filters: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Normal values: signals or images and the filters for them, of the two shapes given, float32.

    The signals' variance is 1; the filters' is one over the length of the sum that they are in, all axes but the last.
    """
    generator = np.random.default_rng(63)
    values = generator.standard_normal(signals, dtype=np.float32)
    weights = generator.standard_normal(filters, dtype=np.float32)
    return values, weights / np.float32(np.sqrt(np.prod(filters[:-1])))
