"""The size from which on JAX is clearly faster than NumPy, found by a sweep."""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from benchmarks import _race, _ways
from benchmarks._harness import _JaxBenchmark
from benchmarks._record import device
from benchmarks._result import WrongResultError, check
from benchmarks._ways import Bound, Subject

_TURNS = 5
"""Bursts of each of the two at each size."""

_CLEARLY = 1.15
"""NumPy's time ÷ JAX's from which on JAX counts as faster: one visit shows nothing finer, and where the two run close
for a decade of sizes chance would decide where they cross."""

_FEWEST = 2
"""Sizes of a sweep."""

_HALVINGS = 2
"""Sizes tried between the two that the sweep finds the crossover between, each in the middle of what is left."""


class _CrossoverBenchmark(_JaxBenchmark):
    """What a sweep derives from: names its `sizes`, rising, calls `sweep` in `setup`, gets `track_crossover_size`.

    Both sides compute the same from the same values, NumPy from host arrays, JAX compiled and with inputs placed.
    """

    jit = False  # there is no one program to take numbers of
    sizes: tuple[int, ...] = ()

    def sweep(
        self,
        function: Callable[..., Any],
        build: Callable[[int], Any],
        *,
        numpy: Callable[..., Any],
        reference: Callable[..., Any],
        rtol: float = 0.0,
        atol: float = 0.0,
    ) -> None:
        """Set up the sweep, and check the smallest size; the others are checked before they are timed.

        build: gives the arguments at a size, as NumPy arrays. The rest is as in `prepare`.
        """
        if self._ready:
            return
        rising = all(isinstance(size, int) for size in self.sizes) and sorted({*self.sizes}) == list(self.sizes)
        if not rising or len(self.sizes) < _FEWEST or self.sizes[0] < 1:
            raise TypeError(f"sizes = {self.sizes!r}: at least {_FEWEST} rising whole numbers from 1 on are wanted")

        def ways_at(size: int) -> dict[str, Bound]:
            self._build(lambda: build(size))
            placed = jax.block_until_ready(jax.device_put(self._host))
            subject = Subject(jax.jit(function), function, numpy, self._host, placed)
            ways = {way: _ways.bind(way, subject) for way in ("steady", "numpy")}
            wanted = reference(*self._host)
            for bound in ways.values():
                try:
                    check(jax.tree.map(np.asarray, bound.result), wanted, rtol, atol)
                except WrongResultError as error:
                    raise WrongResultError(f"at {size:,}: {error}", error.error) from None
            return ways

        self._configure()
        self._record.fields["device"] = device()
        self._record.write()
        ways_at(self.sizes[0])
        self._ways_at = ways_at
        self._ready = True

    def track_crossover_size(self, *_: str) -> float:
        measured = {size: self._ratios(size) for size in self.sizes}
        for _ in range(_HALVINGS):
            between = bracket(_middles(measured))
            if between is not None:
                middle = round(math.sqrt(between[0] * between[1]))
                measured[middle] = self._ratios(middle)
        middles = _middles(measured)
        size = crossover(middles)
        if size is None:
            largest = max(middles)
            return self.no_number(f"none up to {largest:,}, where JAX takes {middles[largest]:.2g}× NumPy's time")
        rounds = [crossover({size: ratios[number] for size, ratios in measured.items()}) for number in range(_TURNS)]
        self._record.fields["rounds"] = [found for found in rounds if found is not None]
        return size

    track_crossover_size.unit = "elements"

    def _ratios(self, size: int) -> list[float]:
        return [burst["steady"] / burst["numpy"] for burst in _race.race(self._ways_at(size), _TURNS)]


def _middles(measured: Mapping[int, Sequence[float]]) -> dict[int, float]:
    return {size: statistics.median(ratios) for size, ratios in measured.items()}


def bracket(ratios: Mapping[int, float]) -> tuple[int, int] | None:
    """Give the largest size at which JAX is not clearly faster, and the next; None where one of the two is not there.

    ratios: size → JAX's time ÷ NumPy's.
    """
    sizes = sorted(ratios)
    last = max((place for place, size in enumerate(sizes) if ratios[size] * _CLEARLY > 1), default=-1)
    return None if last in (-1, len(sizes) - 1) else (sizes[last], sizes[last + 1])


def crossover(ratios: Mapping[int, float]) -> float | None:
    """Give the size from which on JAX is clearly faster at every size tried; None if it is not so at the largest.

    ratios: size → JAX's time ÷ NumPy's. Between two sizes tried, where the ratio comes down to 1 ÷ 1.15, its logarithm
    taken as linear in that of the size; the smallest size tried, where JAX is clearly faster at all of them.
    """
    between = bracket(ratios)
    if between is None:
        return None if ratios[max(ratios)] * _CLEARLY > 1 else float(min(ratios))
    low, high = between
    share = math.log(ratios[low] * _CLEARLY) / math.log(ratios[low] / ratios[high])
    return low * (high / low) ** share
