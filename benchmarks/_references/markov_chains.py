"""What `kernels.markov_chains` must return."""

import numpy as np


def hamiltonian_draws(
    starts: np.ndarray,
    momenta: np.ndarray,
    uniforms: np.ndarray,
    features: np.ndarray,
    labels: np.ndarray,
    leaps: int,
    leap: float,
) -> np.ndarray:
    """Of `markov_chains.hamiltonian_draws`: all chains at once, the gradient by hand, kicks half a leap off."""
    w, signed = starts.astype(np.float64), (labels[:, np.newaxis] * features).astype(np.float64)
    draws = np.empty(momenta.shape)

    def potential(w: np.ndarray) -> np.ndarray:
        return np.sum(w * w, axis=1) / 2 + np.sum(np.log1p(np.exp(-w @ signed.T)), axis=1)

    def slope(w: np.ndarray) -> np.ndarray:
        return w - 1 / (1 + np.exp(w @ signed.T)) @ signed

    for number in range(momenta.shape[1]):
        start = momenta[:, number].astype(np.float64)
        end, p = w, start - leap / 2 * slope(w)
        for _ in range(leaps - 1):
            end = end + leap * p
            p = p - leap * slope(end)
        end = end + leap * p
        p = p - leap / 2 * slope(end)
        lost = potential(w) + np.sum(start * start, axis=1) / 2 - potential(end) - np.sum(p * p, axis=1) / 2
        w = np.where((np.log(uniforms[:, number].astype(np.float64)) < lost)[:, np.newaxis], end, w)
        draws[:, number] = w
    return draws.astype(starts.dtype)
