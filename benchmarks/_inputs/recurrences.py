"""What recurrences run over."""

import numpy as np


def decays_and_terms(steps: int, channels: int) -> tuple[np.ndarray, np.ndarray]:
    """Decays, uniform in 0.9 to 1, and standard normal terms, both (steps, channels), float32.

    With them h ← a h + b forgets within some 20 steps, so that h stays below some tens, however long it runs.
    """
    generator = np.random.default_rng(52)
    decays = generator.uniform(0.9, 1.0, size=(steps, channels)).astype(np.float32)
    return decays, generator.standard_normal((steps, channels), dtype=np.float32)
