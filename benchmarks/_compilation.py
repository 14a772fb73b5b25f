"""Compilation seen from outside: its events, its stages' times, and the three numbers that `track_` benchmarks give."""

import contextlib
import json
import os
import re
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax

from benchmarks import _process
from benchmarks._record import write_whole

METRICS = {"compile_seconds": "seconds", "temp_bytes": "bytes", "hlo_instructions": "instructions"}
"""metric → unit"""

_STAGES = {
    "/jax/core/compile/jaxpr_trace_duration": "trace",
    "/jax/core/compile/jaxpr_to_mlir_module_duration": "lower",
    "/jax/core/compile/backend_compile_duration": "compile",
}
"""jax.monitoring's names: the same in every release from 0.4.18 on. A steady call reports none of them."""

_COMPILATIONS = 3
"""Cold compilations whose median is reported, after one that is thrown away: the first pays for lazy initialisation."""

_LONG_SECONDS = 3.0
"""Where the first compilation takes so long it is the only one: four would run into the process's limit."""

_INSTRUCTION = re.compile(r"^\s+(?:ROOT )?%?[\w.\-]+ = ", re.MULTILINE)

_seen: list[tuple[str, float]] = []


def _listen(event: str, seconds: float, **_: Any) -> None:
    if event in _STAGES:
        _seen.append((_STAGES[event], seconds))


jax.monitoring.register_event_duration_secs_listener(_listen)


def events() -> int:
    """How often this process has traced, lowered or compiled so far."""
    return len(_seen)


def last_event() -> str:
    """Name the stage that ran last."""
    return _seen[-1][0] if _seen else "nothing"


def add_xla_flags(flags: str) -> None:
    """Add to what the caller's environment says already. Of use only before the backend starts."""
    os.environ["XLA_FLAGS"] = " ".join(filter(None, [os.environ.get("XLA_FLAGS", ""), flags]))


def _plus_one(x: Any) -> Any:
    return x + 1


def warm_compiler() -> None:
    """Compile a trifle: the first lowering in a process loads MLIR's dialects, 0.24 s that belong to no benchmark."""
    jax.jit(_plus_one).lower(jax.ShapeDtypeStruct((), "float32")).compile()


@contextlib.contextmanager
def recorded_stages(stages: dict[str, float]) -> Iterator[None]:
    """Take a first call apart by JAX's own events: `trace`, `lower`, `compile`, and `first_call` for what is left."""
    before = len(_seen)
    start = time.perf_counter()
    yield
    elapsed = time.perf_counter() - start
    for name in _STAGES.values():
        spent = [seconds for stage, seconds in _seen[before:] if stage == name]
        if spent:
            # An inner jit's trace is reported too, inside the outer one's time; compilations come one after another.
            stages[name] = sum(spent) if name == "compile" else max(spent)
    stages["first_call"] = max(0.0, elapsed - sum(stages.get(name, 0.0) for name in _STAGES.values()))


def left_by_sibling(fields: dict[str, Any]) -> dict[str, float] | None:
    """Give the numbers that the first of the three benchmarks of METRICS has left in this visit, with its device."""
    shared = _shared()
    if shared is not None:
        with contextlib.suppress(OSError, ValueError):
            left = json.loads(shared.read_text())
            fields |= left["fields"]
            return left["numbers"]
    return None


def numbers(
    function: Callable[..., Any], arguments: tuple[Any, ...], donate: tuple[int, ...], fields: dict[str, Any]
) -> dict[str, float]:
    """Measure METRICS for `function` at `arguments`, from one set of compilations, and leave them for the siblings."""
    seconds, compiled = _compile_cold(function, arguments, donate)
    fields["compilations"] = seconds
    found = {
        "compile_seconds": statistics.median(seconds),
        "temp_bytes": compiled.memory_analysis().temp_size_in_bytes,
        "hlo_instructions": len(_INSTRUCTION.findall(compiled.as_text())),
    }
    shared = _shared()
    if shared is not None:
        kept = {name: fields[name] for name in ("device", "compilations")}
        write_whole(shared, {"numbers": found, "fields": kept})
    return found


def _shared() -> Path | None:
    running = _process.running()
    if running is None:
        return None
    subject = running.benchmark.rpartition(".")[0]
    return running.side.with_name(f"{running.visit}-{subject}.numbers")


def _compile_cold(
    function: Callable[..., Any], arguments: tuple[Any, ...], donate: tuple[int, ...]
) -> tuple[list[float], Any]:
    seconds: list[float] = []
    compiled = None
    for repetition in range(1 + _COMPILATIONS):
        jax.clear_caches()
        lowered = jax.jit(function, donate_argnums=donate).lower(*arguments)
        start = time.perf_counter()
        compiled = lowered.compile()
        seconds.append(time.perf_counter() - start)
        if repetition == 0 and seconds[0] < _LONG_SECONDS:
            seconds.clear()
        elif seconds[0] >= _LONG_SECONDS:
            break
    return seconds, compiled
