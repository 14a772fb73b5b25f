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


def oscillators(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Where van der Pol oscillators start, (x, v), uniform in -2 to 2, and the μ of each, uniform in 0.5 to 3.

    They are (count, 2) and (count,), both float64.
    """
    generator = np.random.default_rng(90)
    return generator.uniform(-2.0, 2.0, size=(count, 2)), generator.uniform(0.5, 3.0, size=count)


def bodies(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A cloud of bodies: positions, standard normal, velocities, normal with deviation 0.5, and masses, all float32.

    The first two are (count, 3). The masses, (count,), are uniform in 0.5 / count to 1.5 / count: about 1 in all.
    """
    generator = np.random.default_rng(91)
    positions = generator.standard_normal((count, 3), dtype=np.float32)
    velocities = np.float32(0.5) * generator.standard_normal((count, 3), dtype=np.float32)
    return positions, velocities, generator.uniform(0.5 / count, 1.5 / count, size=count).astype(np.float32)


def tracked_motion(steps: int) -> tuple[np.ndarray, ...]:
    """Noisy positions of a body in the plane that is pulled to 0 and pushed by chance, and its model, all float32.

    The positions, (steps, 2); then the model of the state (x, y, x', y'): its transition, to x + x' / 2 and
    0.9 x' - 0.1 x, (4, 4), and that one's noise, of a push of variance 0.2, (4, 4); the readout, (2, 4), and its noise,
    of variance 0.5, (2, 2); the mean, 0, (4,), and the covariance, the identity, (4, 4), of the state before all steps.
    """
    generator = np.random.default_rng(92)
    identity, readout = np.eye(2), np.eye(2, 4)
    transition = np.kron(np.array([[1.0, 0.5], [-0.1, 0.9]]), identity)
    push = np.kron(np.array([[0.5], [1.0]]), identity)
    state = generator.standard_normal(4)
    pushes = np.sqrt(0.2) * generator.standard_normal((steps, 2))
    observations = np.sqrt(0.5) * generator.standard_normal((steps, 2))
    for step in range(steps):
        state = transition @ state + push @ pushes[step]
        observations[step] += state[:2]
    # The pushes' covariance alone is singular; a thousandth on the diagonal is what the model doesn't know.
    wandering = 0.2 * push @ push.T + 0.001 * np.eye(4)
    model = (transition, wandering, readout, 0.5 * identity, np.zeros(4), np.eye(4))
    return tuple(array.astype(np.float32) for array in (observations, *model))


def noisy_curve(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Noisy values of sin(x) at random points, and the logarithms of the parameters of a process for them, all float64.

    The logarithms of amplitude 1.2, length 0.8 and noise 0.2, (3,); the points, uniform in 0 to 10, (count,), and the
    values, with normal noise of deviation 0.2, (count,).
    """
    generator = np.random.default_rng(93)
    points = generator.uniform(0.0, 10.0, size=count)
    return np.log([1.2, 0.8, 0.2]), points, np.sin(points) + 0.2 * generator.standard_normal(count)


def chains_and_classes(
    chains: int, draws: int, examples: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Markov chains over the four weights of a logistic regression, with all their chance, and its data, all float32.

    Where the chains start, standard normal, (chains, 4); the momentum, standard normal, (chains, draws, 4), and the
    number, uniform in 0 to 1, (chains, draws), of each draw; features, standard normal, (examples, 4), and labels, 1 or
    -1, drawn by the logistic function of the features' product with (1, -1, 0.5, 0), (examples,).
    """
    generator = np.random.default_rng(94)
    starts = generator.standard_normal((chains, 4), dtype=np.float32)
    momenta = generator.standard_normal((chains, draws, 4), dtype=np.float32)
    uniforms = generator.uniform(size=(chains, draws)).astype(np.float32)
    features = generator.standard_normal((examples, 4), dtype=np.float32)
    positive = generator.uniform(size=examples) < 1 / (1 + np.exp(-features @ np.array([1.0, -1.0, 0.5, 0.0])))
    return starts, momenta, uniforms, features, np.where(positive, np.float32(1), np.float32(-1))


def point_clouds(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds of points in the unit square, uniform, the second one moved by (0.5, 0), (count, 2), float32."""
    generator = np.random.default_rng(95)
    first = generator.uniform(size=(count, 2)).astype(np.float32)
    return first, (generator.uniform(size=(count, 2)) + np.array([0.5, 0.0])).astype(np.float32)
