"""What `kernels.hailstones` must return."""

import numpy as np


def collatz_steps(starts: np.ndarray) -> np.ndarray:
    """Of `hailstones.collatz_steps`: those that have ended are taken out as the others go on."""
    n, places = starts.astype(np.int64), np.arange(len(starts))
    steps = np.zeros_like(starts)
    while len(places):
        going = n != 1
        n, places = n[going], places[going]
        steps[places] += 1
        n = np.where(n % 2 == 0, n // 2, 3 * n + 1)
    return steps
