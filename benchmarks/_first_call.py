"""The first call of a compiled function: what happens once in a process."""

import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import jax

from benchmarks import _compilation
from benchmarks._process import backend_runs

_PROCESSES = 3


def first_calls(function: Callable[..., Any], host: tuple[Any, ...]) -> list[float]:
    """Give the seconds of `jit(function)`'s first call at placed inputs, in one fresh process after another.

    A process is forked from this one, in which JAX is imported and its backend has not started. There the backend
    starts, a trifle is compiled and the inputs are placed before the clock runs, as these cost whoever uses JAX at all
    the same; tracing, lowering, compiling and the call itself are in it. Raises RuntimeError where a process fails, and
    where this one's backend has started.
    """
    if backend_runs():
        raise RuntimeError("JAX has run before in this process: a first call can't be measured any more")
    return [_in_child(function, host) for _ in range(_PROCESSES)]


def _in_child(function: Callable[..., Any], host: tuple[Any, ...]) -> float:
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Threads that a fork would leave behind are the backend's, which has not started, and the watchdog's.
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        try:
            told = repr(_timed(function, host))
        except BaseException as error:
            told = f"{type(error).__name__}: {error}"
        finally:
            os.write(writer, told.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    try:
        return float(told)
    except ValueError:
        raise RuntimeError(f"the first call in a fresh process failed: {told or _how_ended(status)}") from None


def _how_ended(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


def _timed(function: Callable[..., Any], host: tuple[Any, ...]) -> float:
    _compilation.warm_compiler()
    placed = jax.block_until_ready(jax.device_put(host))
    start = time.perf_counter()
    jax.block_until_ready(jax.jit(function)(*placed))
    return time.perf_counter() - start
