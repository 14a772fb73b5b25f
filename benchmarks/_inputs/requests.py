"""Requests of many lengths."""

from collections.abc import Sequence

import numpy as np


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
