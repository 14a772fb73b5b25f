"""Arrays of plain numbers, and batches and trees of them."""

import numpy as np


def vector(size: int) -> np.ndarray:
    """Standard normal values, (size,), float32."""
    return np.random.default_rng(1).standard_normal(size, dtype=np.float32)


def rows(count: int, columns: int) -> np.ndarray:
    """Standard normal values, (count, columns), float32."""
    return np.random.default_rng(2).standard_normal((count, columns), dtype=np.float32)


def ramp(size: int) -> np.ndarray:
    """The integers 0 … size - 1, (size,), int32."""
    return np.arange(size, dtype=np.int32)


def volume(side: int) -> np.ndarray:
    """Standard normal values, (side, side, side), float32."""
    return np.random.default_rng(5).standard_normal((side, side, side), dtype=np.float32)


def complex_volume(side: int) -> np.ndarray:
    """Values whose real and imaginary parts are standard normal, (side, side, side), complex64."""
    parts = np.random.default_rng(32).standard_normal((side, side, side, 2), dtype=np.float32)
    return parts.view(np.complex64)[..., 0]


def magnitudes(size: int) -> np.ndarray:
    """Values of 1e-6 to 20, evenly spread on a logarithmic scale, either sign by chance, (size,), float64."""
    return np.geomspace(1e-6, 20, size) * np.random.default_rng(33).choice([-1.0, 1.0], size=size)


def identity_and_ramp(count: int) -> tuple[np.ndarray, np.ndarray]:
    """The 3 × 3 identity, and the rows (i, 0, 0) for i of 0 … count - 1, (count, 3), both float64."""
    rows = np.zeros((count, 3))
    rows[:, 0] = np.arange(count)
    return np.eye(3), rows


def factors(*shape: int) -> tuple[np.ndarray, np.ndarray]:
    """Two arrays of standard normal values, of the shape given, float32."""
    generator = np.random.default_rng(34)
    first = generator.standard_normal(shape, dtype=np.float32)
    return first, generator.standard_normal(shape, dtype=np.float32)


def signs(size: int) -> np.ndarray:
    """1 or -1, either by chance, (size,), float32: their partial sums are whole and small, so exact in any order."""
    return np.random.default_rng(35).choice(np.array([-1, 1], np.float32), size=size)


def leaves(count: int, size: int) -> dict[str, np.ndarray]:
    """Standard normal values: so many arrays, each (size,), float32, under the names "0", "1" and so on."""
    generator = np.random.default_rng(41)
    return {str(number): generator.standard_normal(size, dtype=np.float32) for number in range(count)}


def values_and_segments(size: int, segments: int) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal values, (size,), float32, and the segment of each, 0 … segments - 1, unsorted, int32."""
    generator = np.random.default_rng(4)
    values = generator.standard_normal(size, dtype=np.float32)
    return values, generator.integers(segments, size=size, dtype=np.int32)


def matrix_and_batch(height: int, columns: int, batch: int) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal values: a matrix, (height, columns), and a batch, (batch, columns), both float32."""
    generator = np.random.default_rng(3)
    matrix = generator.standard_normal((height, columns), dtype=np.float32)
    return matrix, generator.standard_normal((batch, columns), dtype=np.float32)


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
