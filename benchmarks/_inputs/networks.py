"""Layers and what goes through them."""

import numpy as np


def layers_and_batch(inputs: int, hidden: int, classes: int, batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Normal values: the weights of two layers, (inputs, hidden) and (hidden, classes), and a batch, (batch, inputs).

    All float32. A weight's variance is one over the length of the sum that it is in, so that the sums have variance 1;
    the batch's is 1.
    """
    generator = np.random.default_rng(8)
    first = generator.standard_normal((inputs, hidden), dtype=np.float32) / np.float32(np.sqrt(inputs))
    second = generator.standard_normal((hidden, classes), dtype=np.float32) / np.float32(np.sqrt(hidden))
    return first, second, generator.standard_normal((batch, inputs), dtype=np.float32)
