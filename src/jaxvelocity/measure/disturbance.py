"""What other processes took of the machine while something was measured."""

import resource
import time
from dataclasses import dataclass

import psutil

_TOLERATED = 0.05
"""Of all CPUs: what a machine does by itself. Where many share a host, and see all of it, it is a share of that."""

_LOOK_SECONDS = 1.0

_BUSY = ("user", "nice", "system", "irq", "softirq", "steal")
"""Fields of psutil's cpu_times that are somebody's work; `steal` is that of other guests on the same host."""


@dataclass(frozen=True)
class Reading:
    """CPU seconds since the machine and this process began: of all, and of this process with all it has waited for."""

    at: float
    everybody: float
    ours: float


def read() -> Reading:
    """Read the counters now."""
    times = psutil.cpu_times()
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Reading(
        at=time.monotonic(),
        everybody=sum(getattr(times, name, 0.0) for name in _BUSY),
        ours=sum(one.ru_utime + one.ru_stime for one in usage),
    )


def now() -> float | None:
    """Look for a second how many CPUs others keep busy; None where it is no more than a machine's own."""
    start = read()
    time.sleep(_LOOK_SECONDS)
    return between(start, read())


def between(start: Reading, end: Reading) -> float | None:
    """Give how many CPUs others kept busy between two readings; None where it is no more than a machine's own."""
    seconds = end.at - start.at
    others = (end.everybody - start.everybody) - (end.ours - start.ours)
    share = others / seconds if seconds > 0 else 0.0
    return round(share, 2) if share > _TOLERATED * (psutil.cpu_count() or 1) else None
