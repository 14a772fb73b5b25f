"""Input builders: seeded, so that every process and every release is given the same numbers.

They are append-only. A changed input is a new builder with a new name, because what is recorded under the
old one was measured on the old numbers. They return NumPy arrays, so that building an input never depends on
the JAX under test; placing them on the device is the harness's work.
"""

from collections.abc import Sequence

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


def parameters_and_columns(height: int, columns: int, batch: int) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Standard normal values: the parameters of an affine map, and a batch of columns, all float32.

    The parameters: "matrix", (height, columns); "offset", (batch, height); "scale", (). The batch: (columns, batch).
    """
    generator = np.random.default_rng(6)
    parameters = {
        "matrix": generator.standard_normal((height, columns), dtype=np.float32),
        "offset": generator.standard_normal((batch, height), dtype=np.float32),
        "scale": generator.standard_normal((), dtype=np.float32),
    }
    return parameters, generator.standard_normal((columns, batch), dtype=np.float32)


def weights_rows_targets(examples: int, columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Standard normal values: weights, (columns,), rows, (examples, columns), and targets, (examples,), all float32."""
    generator = np.random.default_rng(7)
    weights = generator.standard_normal(columns, dtype=np.float32)
    rows = generator.standard_normal((examples, columns), dtype=np.float32)
    return weights, rows, generator.standard_normal(examples, dtype=np.float32)


def layers_and_batch(inputs: int, hidden: int, classes: int, batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Normal values: the weights of two layers, (inputs, hidden) and (hidden, classes), and a batch, (batch, inputs).

    All float32. A weight's variance is one over the length of the sum that it is in, so that the sums have variance 1;
    the batch's is 1.
    """
    generator = np.random.default_rng(8)
    first = generator.standard_normal((inputs, hidden), dtype=np.float32) / np.float32(np.sqrt(inputs))
    second = generator.standard_normal((hidden, classes), dtype=np.float32) / np.float32(np.sqrt(hidden))
    return first, second, generator.standard_normal((batch, inputs), dtype=np.float32)


def requests(count: int) -> tuple[np.ndarray, ...]:
    """Standard normal vectors of lengths from 10 to 1000, float32 or float16, no two alike in length and dtype.

    Raises ValueError where count is above the 1982 pairs of length and dtype that there are.
    """
    generator = np.random.default_rng(9)
    kinds = [(length, dtype) for length in range(10, 1001) for dtype in (np.float32, np.float16)]
    drawn = generator.choice(len(kinds), size=count, replace=False)
    lengths_and_dtypes = [kinds[position] for position in drawn]
    return tuple(
        generator.standard_normal(length, dtype=np.float32).astype(dtype) for length, dtype in lengths_and_dtypes
    )


def padded(requests: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
    """The same vectors as float32, each padded by -inf to the next length of 128, 512 and 1024.

    Raises ValueError at one that is longer.
    """

    def pad(request: np.ndarray) -> np.ndarray:
        length = min(length for length in (128, 512, 1024) if length >= len(request))
        values = np.full(length, -np.inf, np.float32)
        values[: len(request)] = request
        return values

    return tuple(map(pad, requests))
