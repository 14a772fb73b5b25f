"""Compilation seen from outside: its events, its stages' times, and the three numbers that `track_` benchmarks give."""

import contextlib
import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import jax

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

_LONG_SECONDS = 1.0
"""Where the first compilation takes so long it is the only one: lazy initialisation is a small part of it, and four
would take too long, or run into the process's limit."""

_INSTRUCTION = re.compile(r"^\s+(?:ROOT )?%?[\w.\-]+ = ", re.MULTILINE)

_METADATA = re.compile(
    r", metadata=\{[^}]*\}|^HloModule [^,]*,|^(?:FileNames|FunctionNames|FileLocations|StackFrames)\n(?:.+\n)*",
    re.MULTILINE,
)

_seen: list[tuple[str, float]] = []

_intervals: list[tuple[float, float]] = []
"""When each of them began and ended: an inner jit's trace lies within the outer one's."""


def _listen(event: str, seconds: float, **_: Any) -> None:
    if event in _STAGES:
        _seen.append((_STAGES[event], seconds))
        now = time.perf_counter()
        _intervals.append((now - seconds, now))


jax.monitoring.register_event_duration_secs_listener(_listen)


def events() -> int:
    """How often this process has traced, lowered or compiled so far."""
    return len(_seen)


def compilations() -> int:
    """How many programs this process has compiled so far."""
    return sum(stage == "compile" for stage, _ in _seen)


def seconds_spent() -> float:
    """How long this process has traced, lowered or compiled so far."""
    spent, reached = 0.0, 0.0
    for start, end in sorted(_intervals):
        spent += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return spent


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


def compile_cold(
    function: Callable[..., Any], arguments: tuple[Any, ...], donate: tuple[int, ...]
) -> tuple[float, Any]:
    """Compile `function` at `arguments` with nothing kept from before; give the seconds of the compilation alone."""
    jax.clear_caches()
    lowered = jax.jit(function, donate_argnums=donate).lower(*arguments)
    start = time.perf_counter()
    compiled = lowered.compile()
    return time.perf_counter() - start, compiled


def numbers(
    function: Callable[..., Any], arguments: tuple[Any, ...], donate: tuple[int, ...], first: tuple[float, Any]
) -> dict[str, list[float]]:
    """Give METRICS of `function` at `arguments`, each by round. first: what `compile_cold` gave, once, in this process.

    The seconds are those of more compilations, as the first pays for lazy initialisation; a long one stays alone.
    """
    seconds, compiled = [first[0]], first[1]
    if first[0] < _LONG_SECONDS:
        seconds = [compile_cold(function, arguments, donate)[0] for _ in range(_COMPILATIONS)]
    found = noiseless(compiled)
    return {
        "compile_seconds": seconds,
        "temp_bytes": [found["temp_bytes"]],
        "hlo_instructions": [found["hlo_instructions"]],
    }


def noiseless(compiled: Any) -> dict[str, Any]:
    """Give what a compiled program says of itself: METRICS without the clock, and `program`, a digest of its text.

    The digest leaves out what says where in the source an instruction came from.
    """
    text = compiled.as_text()
    return {
        "temp_bytes": compiled.memory_analysis().temp_size_in_bytes,
        "hlo_instructions": len(_INSTRUCTION.findall(text)),
        "program": hashlib.sha256(_METADATA.sub("", text).encode()).hexdigest()[:16],
    }
