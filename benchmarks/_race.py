"""A race: bursts of several ways in turn, in one process, so that what the machine does hits them alike."""

import time
from collections.abc import Mapping

from benchmarks._ways import Bound

_BURST_SECONDS = 5e-3
"""How long a burst should last; one call, where that takes longer."""


def race(ways: Mapping[str, Bound], rounds: int) -> list[dict[str, float]]:
    """Give each way's seconds per call by round. Bursts run in the order given, then backwards: A B, B A, …"""
    calls = {name: _calls(way) for name, way in ways.items()}
    found = []
    for number in range(rounds):
        order = list(ways) if number % 2 == 0 else list(reversed(ways))
        found.append({name: _seconds(ways[name], calls[name]) for name in order})
    return found


def _calls(way: Bound) -> int:
    """Choose the calls in a burst, and warm by the way."""
    calls = 1
    while True:
        seconds = _seconds(way, calls)
        wanted = min(way.most_calls, max(1, round(_BURST_SECONDS / seconds)))
        if wanted <= 2 * calls:
            return wanted
        calls = min(wanted, 10 * calls)


def _seconds(way: Bound, calls: int) -> float:
    way.refresh(calls)
    start = time.perf_counter()
    way.burst(calls)
    return (time.perf_counter() - start) / calls
