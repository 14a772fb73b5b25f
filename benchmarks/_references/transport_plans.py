"""What `kernels.transport_plans` must return."""

import numpy as np


def sinkhorn_potentials(
    sources: np.ndarray, targets: np.ndarray, smoothing: float, rounds: int
) -> tuple[np.ndarray, np.ndarray]:
    """Of `transport_plans.sinkhorn_potentials`: by scalings, u = exp(f / ε) and v = exp(g / ε), not by logarithms."""
    x, y = sources.astype(np.float64), targets.astype(np.float64)
    cost = np.sum(x * x, axis=1)[:, np.newaxis] + np.sum(y * y, axis=1) - 2 * (x @ y.T)
    kernel = np.exp(-cost / smoothing)
    v = np.ones(len(y))
    for _ in range(rounds):
        u = len(y) / (kernel @ v)
        v = len(x) / (u @ kernel)
    return (smoothing * np.log(u)).astype(sources.dtype), (smoothing * np.log(v)).astype(sources.dtype)
