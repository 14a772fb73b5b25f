"""What simulations start from."""

import numpy as np


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
