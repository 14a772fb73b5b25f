"""A race: bursts of several ways in turn, in one process, so that what the machine does hits them alike."""

from collections.abc import Mapping

from benchmarks import _burst, _compilation
from benchmarks._clock import CompiledInClockError
from benchmarks._ways import Bound


def race(ways: Mapping[str, Bound], turns: int) -> list[dict[str, float]]:
    """Give each way's seconds per call by turn. Bursts run in the order given, then backwards: A B, B A, …

    Raises CompiledInClockError where JAX compiles meanwhile.
    """
    calls = {name: _burst.calibrate(way)[0] for name, way in ways.items()}
    before = _compilation.events()
    found = []
    for number in range(turns):
        order = list(ways) if number % 2 == 0 else list(reversed(ways))
        found.append({name: _burst.seconds(ways[name], calls[name]) for name in order})
    if _compilation.events() != before:
        raise CompiledInClockError(f"{_compilation.last_event()} while ways were raced: a call compiles each time")
    return found
