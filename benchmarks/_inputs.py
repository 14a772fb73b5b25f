"""Input builders: seeded, so that every process and every release is given the same numbers.

They are append-only. A changed input is a new builder with a new name, because what is recorded under the
old one was measured on the old numbers. They return NumPy arrays, so that building an input never depends on
the JAX under test; placing them on the device is the harness's work.
"""

import numpy as np


def vector(size: int) -> np.ndarray:
    """Standard normal values, (size,), float32."""
    return np.random.default_rng(1).standard_normal(size, dtype=np.float32)


def rows(count: int, columns: int) -> np.ndarray:
    """Standard normal values, (count, columns), float32."""
    return np.random.default_rng(2).standard_normal((count, columns), dtype=np.float32)


def matrix_and_batch(height: int, columns: int, batch: int) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal values: a matrix, (height, columns), and a batch, (batch, columns), both float32."""
    generator = np.random.default_rng(3)
    matrix = generator.standard_normal((height, columns), dtype=np.float32)
    return matrix, generator.standard_normal((batch, columns), dtype=np.float32)


def ramp(size: int) -> np.ndarray:
    """The integers 0 … size - 1, (size,), int32."""
    return np.arange(size, dtype=np.int32)


def values_and_segments(size: int, segments: int) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal values, (size,), float32, and the segment of each, 0 … segments - 1, unsorted, int32."""
    generator = np.random.default_rng(4)
    values = generator.standard_normal(size, dtype=np.float32)
    return values, generator.integers(segments, size=size, dtype=np.int32)


def volume(side: int) -> np.ndarray:
    """Standard normal values, (side, side, side), float32."""
    return np.random.default_rng(5).standard_normal((side, side, side), dtype=np.float32)
