"""A function held against NumPy and against itself op by op: every comparison of a first evaluation of JAX."""

import math
import statistics
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from benchmarks import _race, _siblings, _ways
from benchmarks._first_call import first_calls
from benchmarks._harness import _JaxBenchmark

_FIRST_CALLS = ("first_call_seconds", "break_even_calls", "break_even_calls_numpy")
"""One measurement gives all three."""

_OF_SHORT_CALLS = (
    "time_eager",
    *(f"track_{metric}" for metric in _FIRST_CALLS),
    "time_one_thread",
    "time_transfer_back",
    "time_end_to_end",
)
"""What says nothing new of a call that takes longer than to compile it, and costs most there."""

_TURNS = 3
"""Bursts of each way for each first call."""


class _EvaluatedBenchmark(_JaxBenchmark):
    """What a benchmark derives from that is given a `numpy` in `prepare`: it is timed in every way.

    `track_break_even_calls` is the number of calls after which compiling has paid for itself, first call included, as
    against running op by op; `track_break_even_calls_numpy` as against NumPy.
    """

    short_params: list[list[str]] | None = None
    """The parameters at which it is timed in every way; all, unless given. At the others only NumPy, the steady call,
    host arrays and the way to the device are timed."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Keep what is of interest for short calls to `short_params`."""
        super().__init_subclass__(**keywords)
        if not cls.jit:
            raise TypeError(f"{cls.__name__}.jit is False, but all is held against the compiled call: leave it out")
        if cls.short_params is not None:
            for name in _OF_SHORT_CALLS:
                getattr(cls, name).params = cls.short_params

    def time_steady(self, *_: str) -> None:
        self.run()

    def time_one_thread(self, *_: str) -> None:
        self.run()

    def time_eager(self, *_: str) -> None:
        self.run()

    def time_numpy(self, *_: str) -> None:
        self.run()

    def time_host_input(self, *_: str) -> None:
        self.run()

    def time_transfer(self, *_: str) -> None:
        self.run()

    def time_transfer_back(self, *_: str) -> None:
        self.run()

    def time_end_to_end(self, *_: str) -> None:
        self.run()

    def track_first_call_seconds(self, *_: str) -> float:
        return self._number("first_call_seconds", self._race)

    def track_break_even_calls(self, *_: str) -> float:
        return self._number("break_even_calls", self._race)

    def track_break_even_calls_numpy(self, *_: str) -> float:
        return self._number("break_even_calls_numpy", self._race)

    track_first_call_seconds.unit = "seconds"
    track_break_even_calls.unit = track_break_even_calls_numpy.unit = "calls"

    _families = _JaxBenchmark._families | dict.fromkeys(_FIRST_CALLS, "first_call")

    def _before_backend(self, function: Callable[..., Any]) -> None:
        if self._metric.removeprefix("track_") in _FIRST_CALLS:
            self._first_calls = first_calls(function, self._host)

    def _race(self) -> _siblings.Rounds:
        ways = {way: _ways.bind(way, self._subject) for way in ("steady", "eager", "numpy")}
        for bound in ways.values():
            self._check(jax.tree.map(np.asarray, bound.result))
        rounds = len(self._first_calls)
        turns = _race.race(ways, _TURNS * rounds)

        def by_round(way: str) -> list[float]:
            # Each round takes turns from all of the race, so that the machine's drift hits the rounds alike.
            return [statistics.median(turn[way] for turn in turns[number::rounds]) for number in range(rounds)]

        steady, eager, numpy = map(by_round, ways)
        return {
            "first_call_seconds": self._first_calls,
            "break_even_calls": break_even(self._first_calls, steady, eager, "op by op"),
            "break_even_calls_numpy": break_even(self._first_calls, steady, numpy, "NumPy"),
        }


def break_even(first: Sequence[float], steady: Sequence[float], other: Sequence[float], name: str) -> list[float] | str:
    """Give, by round, after how many calls compiling has paid for itself.

    That is the least n with first + (n - 1) steady ≤ n other, all in seconds. Where a steady call is no faster than
    the other way in the medians, it never pays: the reason is given, in words. A round in which it is no faster all the
    same is counted with the medians' gain.
    """
    gain = statistics.median(other) - statistics.median(steady)
    if gain <= 0:
        return (
            f"never: a steady call takes {_said(statistics.median(steady))}, {name} {_said(statistics.median(other))}"
        )
    return [
        max(1, math.ceil((once - each) / (without - each if without > each else gain)))
        for once, each, without in zip(first, steady, other, strict=True)
    ]


def _said(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
