"""One side of a duet: a live process that makes a burst whenever it is told to, while its partner waits.

`python -m benchmarks._duet` imports JAX and the suite once, then forks a process for each benchmark that it is asked
for. Requests come as lines of JSON on stdin, answers go as lines of JSON to stdout, one for one, in strict turns: so
that the server and the process that it has forked can share both. What the benchmarks print goes to stderr.

| request                                       | answer                                                           |
|-----------------------------------------------|------------------------------------------------------------------|
| (at the start)                                | `{"ready": VERSIONS}`                                            |
| `{"do": "list"}`                              | `{"benchmarks": […], "problems": […]}`                           |
| `{"do": "begin", "benchmark": …, "index": …}` | `{"begun": {"seconds", "device", "deviation"}}`                   |
| `{"do": "burst"}`                             | `{"seconds": …}`: of one call                                    |
| `{"do": "compile"}`                           | `{"compile_seconds", "temp_bytes", "hlo_instructions", "program"}` |
| `{"do": "read"}`                              | `{"value": …}`: what a `track_` method returns                   |
| `{"do": "size", "share": …}`                  | `{"planted": […]}`: the extra work that costs so much           |
| `{"do": "end"}`                               | `{"ended": exit status}`                                         |

`begin` also takes `planted`, extra work such as `["steps", 100]`, and `cpu`, which the calling thread is kept on.
`{"failed": {"outcome", "reason", "error"}}` may answer any request to a benchmark; its process ends by itself then, and
`ended` follows. `ended` alone answers where the process was killed, by whatever it did.
"""

import faulthandler
import gc
import importlib
import json
import math
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import _plant, _process, _record

_ROOT = Path(__file__).resolve().parent

_BURST_SECONDS = 3e-3
"""How long a burst should last: long against the pipe's 0.1 ms, short against what the machine does meanwhile. On two
virtual cores of a busy host control duets of the smallest call spread by 0.03 with 10 ms, and by 0.016 with 3 ms."""


class _Channel:
    """Both pipes, kept away from whatever a benchmark prints or reads."""

    def __init__(self) -> None:
        self._answers = os.fdopen(os.dup(1), "w", buffering=1)
        self._requests = os.fdopen(os.dup(0), "r")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def answer(self, **fields: Any) -> None:
        self._answers.write(json.dumps(fields) + "\n")
        self._answers.flush()

    def requests(self) -> Iterator[dict[str, Any]]:
        while line := self._requests.readline():
            yield json.loads(line)


def main() -> None:
    """Serve until the requests end."""
    _process.prepare_server()
    channel = _Channel()
    problems = _import_suite()
    gc.collect()
    gc.freeze()  # what is here already need not be looked through in every fork
    channel.answer(ready=_record.VERSIONS)
    for request in channel.requests():
        if request["do"] == "list":
            channel.answer(benchmarks=_listed(), problems=problems)
            continue
        if request["do"] == "end":  # its process has ended already
            channel.answer(ended=0)
            continue
        pid = os.fork()
        if not pid:
            _play(channel, request)
        channel.answer(ended=os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def _import_suite() -> list[str]:
    """Import every file of benchmarks; one that can't be imported here breaks its own benchmarks and no other's."""
    problems = []
    for path in sorted(_ROOT.glob("[!_]*.py")):
        try:
            importlib.import_module(f"benchmarks.{path.stem}")
        except Exception as error:
            problems.append(f"benchmarks/{path.name}: {type(error).__name__}: {error}")
    return problems


def _listed() -> list[dict[str, Any]]:
    from asv_runner.discovery import disc_benchmarks  # whoever only imports the suite may have none

    return [
        {
            "name": benchmark.name,
            "params": benchmark.params,
            "unit": benchmark.unit,
            "about": getattr(benchmark, "about", ""),
            "version": benchmark.version,
            "functions": getattr(benchmark, "functions", None),
            "inputs": getattr(benchmark, "inputs", None),
        }
        for benchmark in disc_benchmarks(str(_ROOT), ignore_import_errors=True)
    ]


def _play(channel: _Channel, request: dict[str, Any]) -> None:
    """Set one benchmark up, answer requests to it, and end this process."""
    code = 0
    try:
        _process.guard_side(sys.stderr)
        if _process.backend_runs():
            raise RuntimeError("a module in benchmarks/ made an array at import: make arrays in setup")
        with _limit():
            side = _Side(request["benchmark"], request["index"], request.get("planted"))
            side.stay_on(request.get("cpu"))
        channel.answer(begun=side.begun())
        for turn in channel.requests():
            if turn["do"] == "end":
                break
            with _limit():
                answer = side.size(turn["share"]) if turn["do"] == "size" else getattr(side, turn["do"])()
            channel.answer(**answer)
    except NotImplementedError as error:
        channel.answer(failed={"outcome": "skipped", "reason": str(error), "error": None})
    except BaseException as error:
        traceback.print_exc()
        wrong = type(error).__name__ == "WrongResultError"
        channel.answer(
            failed={
                "outcome": "wrong" if wrong else "exception",
                "reason": " ".join((str(error) if wrong else f"{type(error).__name__}: {error}").split())[:300],
                "error": _finite(getattr(error, "error", None)),
            }
        )
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


class _Side:
    """A benchmark that is set up, warm, and waits for its turn."""

    def __init__(self, name: str, index: int, planted: tuple[str, int] | None) -> None:
        from asv_runner.discovery import get_benchmark_from_name

        self._benchmark = get_benchmark_from_name(str(_ROOT), f"{name}-{index}")
        self._instance = self._benchmark.func.__self__
        self._instance._metric = name.rpartition(".")[2]
        self._instance._planted = planted
        if self._benchmark.do_setup():
            raise NotImplementedError(self._instance._record.fields.get("reason") or "skipped")
        self._seconds = 0.0
        if name.rpartition(".")[2].startswith("time_"):
            self._seconds = self._instance.lengthen(_BURST_SECONDS)

    def stay_on(self, cpu: int | None) -> None:
        """Keep the calling thread, and no other, on one CPU, the same as the partner's: what the host takes of a CPU
        then hits both. Without it control duets of the smallest call spread by 0.11 instead of 0.016.
        """
        if cpu in os.sched_getaffinity(0):  # it is not where the benchmark itself holds its process to another
            os.sched_setaffinity(0, {cpu})

    def begun(self) -> dict[str, Any]:
        fields = self._instance._record.fields
        return {
            "seconds": self._seconds,
            "device": fields.get("device") or _record.device(),
            "deviation": _finite(fields.get("deviation")),
        }

    def burst(self) -> dict[str, Any]:
        self._instance.again()
        clock = self._instance.timer
        clock()
        self._benchmark.func(*self._benchmark._current_params)
        return {"seconds": clock()}

    def compile(self) -> dict[str, Any]:
        return self._instance.compile_once()

    def size(self, share: float) -> dict[str, Any]:
        subject = self._instance._subject
        return {"planted": _plant.sized(subject.plain, subject.placed, share)}

    def read(self) -> dict[str, Any]:
        value = float(self._benchmark.func(*self._benchmark._current_params))
        if not math.isfinite(value):
            raise NotImplementedError(self._instance._no_answer or f"gave {value}")
        return {"value": value}


class _limit:  # noqa: N801  # used as a function: with _limit()
    """End this process if the block takes longer than one benchmark process may."""

    def __enter__(self) -> None:
        faulthandler.dump_traceback_later(_process.LIMIT_SECONDS, exit=True, file=sys.stderr)

    def __exit__(self, *_: object) -> None:
        faulthandler.cancel_dump_traceback_later()


def _finite(number: Any) -> float | None:
    return float(number) if isinstance(number, int | float) and math.isfinite(number) else None


if __name__ == "__main__":
    main()
