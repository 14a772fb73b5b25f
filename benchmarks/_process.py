"""The benchmark process: what it runs, how long it may, and that it never outlives whoever started it.

asv launches benchmarks in one of two ways. Under `forkserver` one parent imports this package and forks a child for
each (benchmark, parameter combination, round); under `spawn` each is a fresh interpreter.
"""

import contextlib
import ctypes
import faulthandler
import json
import os
import resource
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy

LIMIT_SECONDS = 20
"""What one benchmark process may take, set-up and all. A thread of faulthandler ends it, without the interpreter
lock, so a compilation that hangs in native code and a benchmark that prints for ever end too."""

_LARGEST_FILE = 256 * 2**20
"""Bytes: asv collects a child's output in a file, and one that prints without end would fill the disk first."""

_MEMORY_SHARE = 0.75
"""Of the machine's memory, what a benchmark process may allocate: the next request fails, and not the machine."""

_LARGEST_FROM_HEAP = 31 * 2**20
"""Bytes: glibc learns up to 32 MiB."""

_LOOK_SECONDS = 0.02
"""How often the fork server looks after its child."""

_FIRST_LOOKS = (0.05, 0.002)
"""For so many seconds it looks that often: no clock runs so early, and some metrics only read what another left."""

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


@dataclass(frozen=True)
class Running:
    """Which benchmark this process runs, for which commit, in which visit."""

    benchmark: str
    """asv's name: module.Class.method"""
    index: int
    """which parameter combination, counted as asv does"""
    commit: str
    env: str
    machine: str
    """the results folder's name; empty where it is not known"""
    visit: str
    """the same for all processes of one asv launch at one commit"""
    side: Path
    """where this process leaves its side record, without a suffix"""


_running: Running | None = None
_trace: IO[str] | None = None


def running() -> Running | None:
    """What this process runs, or None outside asv."""
    return _running


def forked() -> bool:
    """Whether this process was forked from asv's fork server, with all that had been imported there."""
    return _running is not None and sys.argv[1:2] != ["run"]


def backend_runs() -> bool:
    """Whether JAX's backend has started in this process."""
    from jax._src import xla_bridge  # no public function says so; this one has been there since before 0.4.30

    return bool(xla_bridge.backends_are_initialized())


def guard() -> None:
    """Arm this process, and each child forked from it, as the module's docstring says."""
    _die_with_parent()
    _settle_heap()
    _load_compiler()
    os.register_at_fork(after_in_parent=_wait_quietly, after_in_child=_arm)
    if sys.argv[1:2] == ["run"]:
        _arm()


def _settle_heap() -> None:
    """Bring the heap to where it is in a process that has run for a while: free one large block.

    glibc takes a large array from the kernel, page by page, until one of its size has been freed; from then on from
    the heap. NumPy's SELU of a million elements took 12 ms before and 6 ms after, so that what the harness or the
    reference happened to free would decide.
    """
    numpy.empty(_LARGEST_FROM_HEAP, numpy.uint8)


def _load_compiler() -> None:
    """Load MLIR's dialects, of which JAX loads each at its first lowering: 0.1 s in every process forked from this one.

    It starts neither the backend nor a thread. There is no public function for it; where a release has not got this
    one, each process loads them itself, outside the clock.
    """
    with contextlib.suppress(ImportError, AttributeError):
        from jax._src.interpreters import mlir

        mlir.make_ir_context()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        parent = os.getppid()
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before it could be asked for the signal
            os.kill(os.getpid(), signal.SIGKILL)


def _wait_quietly() -> None:
    """Keep asv's fork server asleep while its child measures.

    It would look a thousand times a second whether the child has ended. On two cores that made a matrix product on two
    threads read some 40 % high, and the smallest jitted call 20 %. The child is left for asv to reap.
    """
    if _running is not None or _identifier() is None:  # not the server, but a benchmark that forks
        return
    start = time.monotonic()
    while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        elapsed = time.monotonic() - start
        if elapsed > 2 * LIMIT_SECONDS:  # the child's own limit has failed; asv has another
            return
        time.sleep(_FIRST_LOOKS[1] if elapsed < _FIRST_LOOKS[0] else _LOOK_SECONDS)


def _arm() -> None:
    global _running, _trace
    _die_with_parent()
    identifier = _identifier()
    if _running is not None or identifier is None:  # a process that a benchmark itself has forked
        return
    _restrain()
    _running = _identify(identifier)
    _running.side.parent.mkdir(parents=True, exist_ok=True)
    _trace = _running.side.with_suffix(".trace").open("w")
    faulthandler.enable(file=_trace)
    faulthandler.dump_traceback_later(LIMIT_SECONDS, exit=True, file=_trace)


def guard_side(log: IO[str]) -> None:
    """Arm one side of a duet, whose benchmark runs in this process: where it hangs or crashes, `log` says how."""
    _die_with_parent()
    _restrain()
    faulthandler.enable(file=log)


def prepare_server() -> None:
    """Arm the process that forks the sides of duets, as `guard` does asv's fork server."""
    _die_with_parent()
    _settle_heap()
    _load_compiler()


def _restrain() -> None:
    _limit(resource.RLIMIT_FSIZE, _LARGEST_FILE)
    _limit(resource.RLIMIT_DATA, int(_MEMORY_SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")))
    # Where memory runs out all the same, in a container say, this process goes first.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _limit(kind: int, most: int) -> None:
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def disarm() -> None:
    """Call off the limit at the end of the benchmark; without this file the process is known to have ended well."""
    global _trace
    faulthandler.cancel_dump_traceback_later()
    faulthandler.disable()
    if _running is not None and _trace is not None:
        _trace.close()
        _trace = None
        _running.side.with_suffix(".trace").unlink(missing_ok=True)


def note(params: tuple[str, ...]) -> None:
    """Write the parameters on top of the trace: should this process hang, its siblings know by them."""
    if _trace is not None:
        _trace.write(json.dumps(params) + "\n")
        _trace.flush()


def hung_before(running: Running, params: tuple[str, ...]) -> bool:
    """Whether another metric of this benchmark hung at these parameters in this visit: why wait once more?"""
    subject = running.benchmark.rpartition(".")[0]
    return any(
        trace.read_text().startswith(json.dumps(params) + "\nTimeout")
        for trace in running.side.parent.glob(f"{running.visit}-{subject}.*.trace")
    )


def _identifier() -> str | None:
    """asv's `module.Class.method-index`: the command line has it under spawn, the forking frame under forkserver."""
    if sys.argv[1:2] == ["run"] and len(sys.argv) > 3:
        return sys.argv[3]
    frame = sys._getframe()
    while frame is not None:
        if frame.f_globals.get("__name__") == "asv_runner.server" and "benchmark_id" in frame.f_locals:
            return str(frame.f_locals["benchmark_id"])
        frame = frame.f_back
    return None


def _identify(identifier: str) -> Running:
    benchmark, _, index = identifier.partition("-")
    commit = os.environ.get("ASV_COMMIT", "")
    visit = f"{commit[:8]}-{os.getppid()}-{_start_of(os.getppid())}"
    name = f"{visit}-{benchmark}-{index or 0}-{os.getpid()}"
    return Running(
        benchmark=benchmark,
        index=int(index or 0),
        commit=commit,
        env=os.environ.get("ASV_ENV_NAME", ""),
        machine=os.environ.get("JAXVELOCITY_MACHINE", ""),
        visit=visit,
        # Not Path.with_suffix on what is left: the name has dots of its own.
        side=Path(os.environ["ASV_CONF_DIR"]) / ".asv" / "side" / f"{name}.json",
    )


def _start_of(pid: int) -> str:
    """When a process started, in clock ticks since boot: a process number alone comes back after a while."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return "0"
