"""What other processes took of the machine while something was measured, and whether its clock slowed."""

import hashlib
import resource
import time
from dataclasses import dataclass

import psutil

_TOLERATED = 0.05
"""Of all CPUs: what a machine does by itself. Where many share a host, and see all of it, it is a share of that."""

_TOLERATED_SLOWING = 1.3
"""On two virtual cores of a busy host one look in two hundred was 1.33 times as slow as the median, none more."""

_LOOK_SECONDS = 1.0

_WORK, _TIMES = bytes(2**16), 50
"""Some 40 µs of hashing, done so often: the fastest of them was not interrupted."""

_BUSY = ("user", "nice", "system", "irq", "softirq", "steal")
"""Fields of psutil's cpu_times that are somebody's work; `steal` is that of other guests on the same host."""


@dataclass(frozen=True)
class Reading:
    """CPU seconds since the machine and this process began: of all, and of this process with all it has waited for.

    work: seconds that a fixed piece of work takes.
    """

    at: float
    everybody: float
    ours: float
    work: float


@dataclass(frozen=True)
class Disturbance:
    """What was too much to pass over; None where it was not.

    cpus: how many of them others kept busy. slowed: how many times as long the CPU took for the same work as at its
    fastest in this run.
    """

    cpus: float | None = None
    slowed: float | None = None

    def __bool__(self) -> bool:
        """Whether there was any."""
        return self.cpus is not None or self.slowed is not None

    def __str__(self) -> str:
        """Say it."""
        said = [f"other processes kept {self.cpus:.1f} CPUs busy"] if self.cpus is not None else []
        said += [f"the same work took the CPU {self.slowed:.1f} times as long"] if self.slowed is not None else []
        return " and ".join(said) or "nothing disturbed"


class Watch:
    """Sees what disturbs one slice after another of a run."""

    def __init__(self) -> None:
        self._before = read()
        self._fastest = self._before.work

    def start(self) -> None:
        """Begin to watch."""
        self._before = self._read()

    def end(self) -> Disturbance:
        """Give what disturbed since the start."""
        return between(self._before, self._read(), self._fastest)

    def look(self) -> Disturbance:
        """Look for a second, with nothing of ours running, what disturbs now."""
        self.start()
        time.sleep(_LOOK_SECONDS)
        return self.end()

    def _read(self) -> Reading:
        found = read()
        self._fastest = min(self._fastest, found.work)
        return found


def read() -> Reading:
    """Read the counters now."""
    times = psutil.cpu_times()
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Reading(
        at=time.monotonic(),
        everybody=sum(getattr(times, name, 0.0) for name in _BUSY),
        ours=sum(one.ru_utime + one.ru_stime for one in usage),
        work=_work(),
    )


def _work() -> float:
    """Time a fixed piece of work: what a CPU's clock slows is not seen in what it has been busy with."""
    found = []
    for _ in range(_TIMES):
        begun = time.perf_counter()
        hashlib.sha256(_WORK).digest()
        found.append(time.perf_counter() - begun)
    return min(found)


def between(start: Reading, end: Reading, fastest: float) -> Disturbance:
    """Give what disturbed between two readings; fastest: seconds of the fixed work where nothing slows the clock."""
    seconds = end.at - start.at
    others = (end.everybody - start.everybody) - (end.ours - start.ours)
    share = others / seconds if seconds > 0 else 0.0
    slowed = max(start.work, end.work) / fastest
    return Disturbance(
        cpus=round(share, 2) if share > _TOLERATED * (psutil.cpu_count() or 1) else None,
        slowed=round(slowed, 2) if slowed > _TOLERATED_SLOWING else None,
    )
