"""Keys of random number generators, and what is drawn by them."""

import numpy as np


def threefry_key() -> np.ndarray:
    """The key of a Threefry-2x32 generator, any 64 bits, (2,), uint32."""
    return np.random.default_rng(72).integers(2**32, size=2, dtype=np.uint32)


def logits(rows: int, classes: int) -> np.ndarray:
    """Normal values of standard deviation 2, (rows, classes), float32: one class in some is likely, many are rare."""
    return np.float32(2) * np.random.default_rng(71).standard_normal((rows, classes), dtype=np.float32)
