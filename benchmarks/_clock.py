"""asv's timer: seconds per call, and no sample in which something compiled or nothing ran."""

import time

from benchmarks import _compilation


class CompiledInClockError(Exception):
    """JAX traced, lowered or compiled while the clock ran: the sample is no steady time."""


class NothingTimedError(Exception):
    """A timed method returned without having called `run`."""


class Clock:
    """asv's `timer`, called before and after a sample: gives seconds per call, refuses a sample that compiled."""

    def __init__(self) -> None:
        self.calls = 0
        self.samples: list[float] = []
        self.spent = 0.0
        """seconds inside samples"""
        self._start: float | None = None
        self._events = 0

    def __call__(self) -> float:
        now = time.perf_counter()
        if self._start is None:
            self.calls = 0
            self._events = _compilation.events()
            self._start = time.perf_counter()
            return 0.0
        if not self.calls:
            raise NothingTimedError("the timed method did not call self.run()")
        self.spent += now - self._start
        elapsed = (now - self._start) / self.calls
        self._start = None
        if _compilation.events() != self._events:
            raise CompiledInClockError(
                f"{_compilation.last_event()} inside the timed window: call it once in setup, with the same shapes"
            )
        self.samples.append(elapsed)
        return elapsed
