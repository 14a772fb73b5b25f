"""What `kernels.loops` must return."""

import numpy as np


def while_gather(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of `loops.while_gather` without x64.

    The running maximum starts at 0, so a last element of 0 or less ends the loop before its first step.
    Otherwise the loop ends with the first element that is not below the last one; all before it are, so it is
    the maximum.
    """
    if values[-1] <= 0:
        return np.int32(0), np.int32(0)
    first = np.argmax(values >= values[-1])
    return values[first], np.int32(first + 1)
