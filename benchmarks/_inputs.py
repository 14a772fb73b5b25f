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


def spd_systems(count: int, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Linear systems of positive definite matrices M Mᵀ + side · I, M and the right-hand sides standard normal.

    The matrices: (count, side, side); the right-hand sides, one each: (count, side); both float32.
    """
    generator = np.random.default_rng(30)
    roots = generator.standard_normal((count, side, side), dtype=np.float32)
    matrices = roots @ np.swapaxes(roots, 1, 2) + np.float32(side) * np.eye(side, dtype=np.float32)
    return matrices, generator.standard_normal((count, side), dtype=np.float32)


def systems(count: int, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Linear systems of matrices M + side · I, M and the right-hand sides standard normal.

    The matrices: (count, side, side); the right-hand sides, one each: (count, side); both float32.
    """
    generator = np.random.default_rng(31)
    matrices = generator.standard_normal((count, side, side), dtype=np.float32)
    matrices += np.float32(side) * np.eye(side, dtype=np.float32)
    return matrices, generator.standard_normal((count, side), dtype=np.float32)


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


def state_and_gates(sites: int, gates: int) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Normal values: a state, (2,) * sites, and so many gates, each (2, 2, 2, 2), all float32.

    The state's variance is 1; a gate's is 1/4, one over the length of the sum that it is in, so that it keeps that.
    """
    generator = np.random.default_rng(40)
    state = generator.standard_normal((2,) * sites, dtype=np.float32)
    return state, tuple(generator.standard_normal((2,) * 4, dtype=np.float32) / np.float32(2) for _ in range(gates))


def ring_of_cells(cells: int, steps: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A coupling of 0.2, (), and normal values: where the cells start, (cells,), and the inputs, (steps,), all float32.

    The standard deviations are 0.5.
    """
    generator = np.random.default_rng(20)
    start = np.float32(0.5) * generator.standard_normal(cells, dtype=np.float32)
    return np.array(0.2, np.float32), start, np.float32(0.5) * generator.standard_normal(steps, dtype=np.float32)


def observed_process(count: int, dtype: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The quasi-separable covariance of noisy observations of a Matérn-5/2 process and its first two derivatives.

    Its state (x, x', x'') goes over t by Φ = exp(-t) (I + N t + N² t² / 2), N = F + I, F the companion matrix of
    (s + 1)³, and its covariance is P at any time. An observation is a standard normal combination p of the state with
    noise of variance 1; the times between them are uniform, 0 to 0.2. The diagonal: d = pᵀ P p + 1, (count,). Below it:
    p, (count, 3), Φ P p, (count, 3), and Φ over the time to the next one, (count, 3, 3). All of the dtype given.
    """
    generator = np.random.default_rng(21)
    readouts = generator.standard_normal((count, 3))
    times = generator.uniform(0.0, 0.2, size=(count, 1, 1))
    nilpotent = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [-1.0, -3.0, -2.0]])
    covariance = np.array([[1.0, 0.0, -1.0 / 3.0], [0.0, 1.0 / 3.0, 0.0], [-1.0 / 3.0, 0.0, 1.0]])
    transitions = np.exp(-times) * (np.eye(3) + nilpotent * times + nilpotent @ nilpotent * times**2 / 2)
    seen = readouts @ covariance
    diagonal = np.sum(readouts * seen, axis=1) + 1.0
    sources = np.einsum("ijk,ik->ij", transitions, seen)
    return diagonal.astype(dtype), readouts.astype(dtype), sources.astype(dtype), transitions.astype(dtype)


def serial_chain(joints: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A serial chain of random links, all float64.

    Its joints' angles, uniform in -π to π, (joints,); from each joint to the next, a rotation drawn from all rotations
    and a step of normal length, the standard deviation 0.3 along each axis, (joints, 4, 4); each link's centre of mass,
    normal with that deviation, (joints, 3); masses, 0.5 to 2, and moments of inertia, 0.01 to 0.1, uniform, (joints,).
    """
    generator = np.random.default_rng(22)
    angles = generator.uniform(-np.pi, np.pi, size=joints)
    quaternions = generator.standard_normal((joints, 4))
    w, x, y, z = (quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)).T
    links = np.zeros((joints, 4, 4))
    links[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], axis=1)
    links[:, 1, :3] = np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], axis=1)
    links[:, 2, :3] = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1)
    links[:, :3, 3] = 0.3 * generator.standard_normal((joints, 3))
    links[:, 3, 3] = 1.0
    centres = 0.3 * generator.standard_normal((joints, 3))
    masses, moments = generator.uniform(0.5, 2.0, size=joints), generator.uniform(0.01, 0.1, size=joints)
    return angles, links, centres, masses, moments


def leaves(count: int, size: int) -> dict[str, np.ndarray]:
    """Standard normal values: so many arrays, each (size,), float32, under the names "0", "1" and so on."""
    generator = np.random.default_rng(41)
    return {str(number): generator.standard_normal(size, dtype=np.float32) for number in range(count)}
