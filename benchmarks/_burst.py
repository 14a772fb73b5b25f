"""Bursts: calls in a row, as many as one reading of a clock should hold."""

import time

from benchmarks._ways import Bound

_SECONDS = 5e-3
"""How long a sample should last: the first calls after asv's own work between samples are slower, and must not show.
At 2 ms they made the smallest calls read 3 to 5 % high, at 5 ms 1 to 3 %."""


def calibrate(bound: Bound) -> tuple[int, float]:
    """Choose the calls in a burst, and warm by the way; give them and the seconds of one call."""
    calls = 1
    while True:
        each = min(seconds(bound, calls) for _ in range(1 if calls == 1 else 3))
        wanted = min(bound.most_calls, max(1, round(_SECONDS / max(each, 1e-9))))
        if wanted <= 2 * calls:  # the first bursts are colder, hence longer: grow until it settles
            return wanted, each
        calls = min(wanted, 10 * calls)


def seconds(bound: Bound, calls: int) -> float:
    """Give the seconds of a call, from one burst of `calls`."""
    bound.refresh(calls)
    start = time.perf_counter()
    bound.burst(calls)
    return (time.perf_counter() - start) / calls
