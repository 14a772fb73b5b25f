"""The base class of every benchmark: the one place that places, jits, warms, blocks, counts and checks.

asv calls `setup` before every timed call and reads the attribute `timer` after it. `prepare` therefore does its work
once per process and from then on makes warm, blocked calls, so that a timed call finds its caches as the call before it
left them. Short calls go many to a sample: the timed body makes them all, and the timer divides.
"""

import contextlib
import functools
import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import jax
import numpy as np

from benchmarks import _burst, _compilation, _plant, _process, _siblings, _ways
from benchmarks._clock import Clock
from benchmarks._fingerprint import fingerprint
from benchmarks._record import SideRecord, device, dtypes
from benchmarks._result import WrongResultError, check
from benchmarks._ways import Subject
from jaxvelocity import kernels

_WARM_SHARE = 10
"""One in so many of a sample's calls is made before each sample, outside the clock, and one at least."""

_SLOW_SECONDS = 0.1
"""A call that lasts so long is not warmed once more before each sample: it leaves no cache as it was anyway."""


_KERNELS = Path(kernels.__file__).resolve().parent
"""Where the functions under test come from: the measured commit's wheel, or this tree where it has none."""

_TODAYS_KERNELS = Path(__file__).resolve().parent.parent / "src" / "jaxvelocity" / "kernels"


class HungBeforeError(Exception):
    """Another metric of the same benchmark hung in this visit, so this one is not run."""


class _JaxBenchmark:
    """What every benchmark class derives from.

    A subclass names its parameters, calls `prepare` in `setup` and `run` in `time_steady`. It gets
    `track_compile_seconds`, `track_temp_bytes` and `track_hlo_instructions` at its last parameter combination,
    unless it sets `jit = False`.
    """

    version = "1"
    number = 1  # with a setup, asv would force it anyhow; said so that it stays
    rounds = 2
    warmup_time = 0  # prepare warms
    repeat = (2, 24, 0.15)  # (least, most, seconds): 24 samples where a call is short, 2 where it takes a second
    timeout = 3 * _process.LIMIT_SECONDS  # asv's own limit, behind ours

    jit = True
    x64 = False
    xla_flags = ""

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Give the class its own copies of what it inherits, so that asv can keep attributes on each."""
        super().__init_subclass__(**keywords)
        _check_params(cls)
        _check_ways(cls)
        marks = _marks(cls) | {"about": (cls.__doc__ or "").strip().partition("\n")[0]}
        for name, unit in _compilation.METRICS.items():
            if cls.jit:
                _add_track(cls, name, unit)
            else:
                setattr(cls, f"track_{name}", None)  # not one that a jitted parent has
        for name in dir(cls):
            if name.startswith(("time_", "track_")) and callable(getattr(cls, name)):
                function = cls.__dict__.get(name) or _copy(getattr(cls, name))
                function.__dict__.update(marks)
                setattr(cls, name, function)
        if "setup" in cls.__dict__:
            cls.setup = _recorded(cls.setup)

    def prepare(
        self,
        function: Callable[..., Any],
        build: Callable[[], Any],
        *,
        reference: Callable[..., Any],
        rtol: float = 0.0,
        atol: float = 0.0,
        static: Mapping[str, Any] | None = None,
        donate: tuple[int, ...] = (),
        numpy: Callable[..., Any] | None = None,
        fresh: tuple[int, ...] | None = None,
    ) -> None:
        """Build, place, jit, compile, check and warm, once per process; called again, make warm, blocked calls.

        function: a module-level function of JAX arrays. build: gives its arguments as NumPy arrays, a tuple for more
        than one. reference: computes the same from the same NumPy arrays, in the dtype and shape that are wanted.
        rtol, atol: |result - reference| ≤ atol + rtol |reference|; exact unless given. static: keyword arguments that
        are part of the program. donate: positions of arguments whose buffers the call may reuse; placed anew before
        each sample. numpy: the same as a user of NumPy writes it, for `time_numpy`. fresh: positions of the arguments
        that are new host data at each call, where a method is timed that takes or sends host arrays, while the others
        stay on the device; all of them, and the same data each time, unless given. Raises WrongResultError before any
        clock runs.
        """
        if self._ready:
            self.again()
            return
        self._left = self._left_by_sibling()
        if self._left is not None:
            self._ready = True
            return
        plain = functools.partial(function, **static) if static else function
        if self._planted is not None:
            plain = _plant.planted(plain, *self._planted)
        numpy = functools.partial(numpy, **static) if static and numpy else numpy
        way = self._metric.removeprefix("time_") if self._metric.startswith("time_") else "steady"
        self._configure(way)
        stages = self._record.fields["stages"] = {}
        with _stage(stages, "build"):
            self._build(build)
        if fresh is not None and not (fresh and set(fresh) <= set(range(len(self._host)))):
            raise TypeError(f"fresh={fresh!r}: positions of the arguments are wanted, 0 to {len(self._host) - 1}")
        with self._spent("timed"):
            self._before_backend(plain)
        self._record.fields["device"] = device()
        self._record.write()  # a compilation may crash or hang, and the device must be known even so
        if way not in _ways.COMPILE_NOTHING:
            _compilation.warm_compiler()
        with _stage(stages, "transfer"):
            placed = jax.block_until_ready(self._placed())
        with _compilation.recorded_stages(stages):
            self._subject = Subject(
                self._compiled(plain, placed, donate), plain, numpy, self._host, placed, fresh, donate
            )
            self._bound = _ways.bind(way, self._subject)
        with _stage(stages, "transfer_back"):
            got = jax.tree.map(np.asarray, self._bound.result)
        if self._bound.wanted is None:
            wanted = reference(*self._host, **(static or {}))
            self._check = functools.partial(check, reference=wanted, rtol=rtol, atol=atol)
            self._record.fields["deviation"] = self._check(got)
        else:
            self._record.fields["deviation"] = check(got, self._bound.wanted, 0.0, 0.0)
        self._ready = True
        if self._metric.startswith("time_"):
            with self._spent("warmed"):
                self._calls, self._seconds = _burst.calibrate(self._bound)
            self._record.fields["calls_per_sample"] = self._calls
            self._bound.refresh(self._calls)
            self.timer = self._clock

    def run(self) -> None:
        """Make a sample's calls, each blocked. Once in a timed method: more would be divided by the calls of one."""
        if self._clock.calls:
            raise TypeError("self.run() came twice, once is wanted: it makes all the calls of a sample")
        self._clock.calls = self._calls
        self._bound.burst(self._calls)

    def teardown(self, *_: str) -> None:
        """Write the record at the very end; asv also tears down before each sample."""
        if sys._getframe(1).f_code.co_name == "do_teardown" and sys._getframe(2).f_code.co_name == "redo_setup":
            return
        self._finish(sys.exc_info()[1])

    def count_compilations(self) -> int:
        """Give how many programs the first call compiles, with nothing compiled before."""
        jax.clear_caches()
        before = _compilation.compilations()
        jax.block_until_ready(self._subject.compiled(*self._subject.placed))
        return _compilation.compilations() - before

    def lengthen(self, seconds: float) -> float:
        """Let a sample last about so long from here on, at least one call; give how long it will last."""
        self._calls = min(self._bound.most_calls, max(1, round(seconds / self._seconds)))
        self._bound.refresh(self._calls)
        return self._calls * self._seconds

    def compile_once(self) -> dict[str, Any]:
        """Compile with nothing kept from before; give METRICS, and `program`, a digest of what came out."""
        subject = self._subject
        seconds, compiled = _compilation.compile_cold(subject.plain, subject.placed, subject.donate)
        return {"compile_seconds": seconds, **_compilation.noiseless(compiled)}

    def no_number(self, reason: str) -> float:
        """Say why a `track_` has no number to give, in words: none is an answer. Give what the method returns."""
        self._no_answer = reason
        return math.nan

    _ready = False
    _finished = False
    _planted: tuple[str, int] | None = None  # extra work: see _plant.py
    _no_answer: str | None = None
    _left: _siblings.Rounds | None = None
    _metric = "time_steady"  # what is tried by hand, outside asv
    _families: Mapping[str, str] = dict.fromkeys(_compilation.METRICS, "compilation")
    """metric of a `track_` → the measurement that gives it together with its siblings"""

    def _begin(self, params: tuple[str, ...]) -> None:
        running = _process.running()
        if running:
            self._metric = running.benchmark.rpartition(".")[2]
        self._clock = Clock()
        self._seconds_spent = {"timed": 0.0, "warmed": 0.0}
        self._record = SideRecord(running, params, {"version": self.version, **_marks(type(self), _KERNELS)})
        self._record.write()
        if _process.forked() and _process.backend_runs():
            raise RuntimeError(
                "a module in benchmarks/ made an array at import, and JAX's backend does not survive the fork: "
                "make arrays in setup, then run with --retry"
            )
        _process.note(params)
        if running and _process.hung_before(running, params):
            raise HungBeforeError("another metric of this benchmark hung in this visit")

    def _configure(self, way: str = "steady") -> None:
        """Set what must stand before the backend starts."""
        if way == "one_thread":
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        if self.xla_flags:
            _compilation.add_xla_flags(self.xla_flags)
        jax.config.update("jax_enable_x64", self.x64)
        jax.config.update("jax_enable_compilation_cache", False)

    def _build(self, build: Callable[[], Any]) -> None:
        host = build()
        self._host = host if isinstance(host, tuple) else (host,)
        leaves = jax.tree.leaves(self._host)
        if any(isinstance(leaf, jax.Array) for leaf in leaves):
            raise TypeError("inputs came as JAX arrays, NumPy arrays are wanted: prepare places them on the device")
        for leaf in leaves:
            if isinstance(leaf, np.ndarray):
                leaf.flags.writeable = False  # whoever changes its input in place is timed on what it left
        self._record.fields["dtypes"] = dtypes(self._host)

    def _placed(self) -> tuple[Any, ...]:
        """Put the inputs where they are to lie."""
        return jax.device_put(self._host)

    def _left_by_sibling(self) -> _siblings.Rounds | None:
        """Take over what another of the class's benchmarks has left for this one: then there is nothing to prepare."""
        family = self._families.get(self._metric.removeprefix("track_"))
        return None if family is None else _siblings.left(family, self._record.fields)

    def _before_backend(self, function: Callable[..., Any]) -> None:
        """Do what needs a process in which JAX has done nothing yet; the inputs are built."""

    def again(self) -> None:
        """Make warm, blocked calls outside the clock, and place anew what a call uses up."""
        if self._metric.startswith("track_"):
            return
        if self._seconds < _SLOW_SECONDS:
            warm = max(1, self._calls // _WARM_SHARE)
            self._bound.refresh(warm)
            with self._spent("warmed"):
                self._bound.burst(warm)
        self._bound.refresh(self._calls)

    def _compiled(
        self, plain: Callable[..., Any], placed: tuple[Any, ...], donate: tuple[int, ...]
    ) -> Callable[..., Any]:
        if self.jit and self._metric.removeprefix("track_") in _compilation.METRICS:
            self._first_compilation = _compilation.compile_cold(plain, placed, donate)
            return self._first_compilation[1]
        return jax.jit(plain, donate_argnums=donate) if self.jit else plain

    @contextlib.contextmanager
    def _spent(self, kind: str) -> Iterator[None]:
        """Count the seconds that the block takes, less what it compiles, which is counted by itself."""
        start = time.perf_counter() - _compilation.seconds_spent()
        yield
        self._seconds_spent[kind] += time.perf_counter() - _compilation.seconds_spent() - start

    def _compiled_number(self, metric: str) -> float:
        return self._number(metric, self._measure_compilation)

    def _measure_compilation(self) -> _siblings.Rounds:
        subject = self._subject
        return _compilation.numbers(subject.plain, subject.placed, subject.donate, self._first_compilation)

    def _number(self, metric: str, measure: Callable[[], _siblings.Rounds]) -> float:
        """Give a metric's median over rounds: those that a sibling has left, else those that `measure` gives."""
        if self._left is None:
            with self._spent("timed"):
                self._left = measure()
            _siblings.leave(self._families[metric], self._left, self._record.fields)
        found = self._left[metric]
        if isinstance(found, str):
            return self.no_number(found)
        self._record.fields["rounds"] = list(found)
        return statistics.median(found)

    def _finish(self, error: BaseException | None) -> None:
        if self._finished:  # asv tears down after a skip, and after a failed set-up between samples
            return
        if isinstance(error, KeyboardInterrupt):  # stopped from outside, which says nothing of the benchmark
            return
        self._finished = True
        _process.disarm()
        fields = self._record.fields
        match error:
            case None:
                fields["outcome"] = "ok"
            case NotImplementedError():
                fields["outcome"] = "skipped"
            case WrongResultError():
                fields["outcome"] = "wrong"
                fields["error"] = error.error
            case HungBeforeError():
                fields["outcome"] = "hang"
            case _:
                fields["outcome"] = "exception"
        if error is None and self._no_answer is not None:
            fields |= {"outcome": "skipped", "reason": self._no_answer}
        if error is not None:
            fields["reason"] = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        fields["spent"] = self._seconds_spent | {"compiled": _compilation.seconds_spent()}
        if self._clock.samples:
            fields["samples"] = len(self._clock.samples)
            fields["rounds"] = [statistics.median(self._clock.samples)]
            fields["spent"]["timed"] += self._clock.spent
        self._record.write()


def _check_params(cls: type) -> None:
    params = getattr(cls, "params", [])
    values = [value for axis in params for value in (axis if isinstance(axis, list | tuple) else [axis])]
    for value in values:
        if not isinstance(value, str):
            raise TypeError(f"{cls.__name__}.params holds {value!r}, strings are wanted: write {str(value)!r}")


def _check_ways(cls: type) -> None:
    for name in dir(cls):
        if name.startswith("time_") and name.removeprefix("time_") not in _ways.WAYS:
            known = ", ".join(f"time_{way}" for way in _ways.WAYS)
            raise TypeError(f"{cls.__name__}.{name}: a time_ method is named after what it times, wanted {known}")


def _marks(cls: type, kernels_folder: Path = _TODAYS_KERNELS) -> dict[str, str]:
    """Give the fingerprint of a class, its functions as they lie in `kernels_folder`."""
    roots = {"benchmarks": Path(__file__).resolve().parent, "jaxvelocity.kernels": kernels_folder}
    if cls.__module__.partition(".")[0] != "benchmarks":  # a class made in a test
        return {"functions": "", "inputs": ""}
    found = fingerprint(cls.__module__, cls.__name__, roots)
    return {"functions": found.functions, "inputs": found.inputs}


def _copy(function: FunctionType) -> FunctionType:
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__dict__.update(function.__dict__)
    copy.__qualname__ = function.__qualname__
    copy.__doc__ = function.__doc__
    return copy


def _add_track(cls: type, metric: str, unit: str) -> None:
    name = f"track_{metric}"
    if name in cls.__dict__:
        return

    def track(self: _JaxBenchmark, *_: str) -> float:
        return self._compiled_number(metric)

    track.__name__ = name
    track.__qualname__ = f"{cls.__qualname__}.{name}"
    track.unit = unit
    params = getattr(cls, "params", [])
    if params:
        values = params if isinstance(params[0], list | tuple) else [params]
        track.params = [[choices[-1]] for choices in values]
    setattr(cls, name, track)


def _recorded(setup: Callable[..., None]) -> Callable[..., None]:
    """Wrap a class's `setup`: open its record, keep its failure, skip what calls for a function not there yet."""

    @functools.wraps(setup)
    def recorded(self: _JaxBenchmark, *params: str) -> None:
        try:
            if not self._ready:
                self._begin(params)
            setup(self, *params)
        except AttributeError as error:
            reported: BaseException = error
            missing = isinstance(error.obj, ModuleType) and error.obj.__name__.startswith(kernels.__name__)
            if missing and _KERNELS != _TODAYS_KERNELS:  # an older commit's; missing in today's, it is a slip
                reported = NotImplementedError(f"this commit has no {error.obj.__name__}.{error.name}")
            self._finish(reported)
            raise reported from error
        except BaseException as error:
            self._finish(error)
            raise

    return recorded


class _stage:  # noqa: N801  # used as a function: with _stage(stages, "build")
    def __init__(self, stages: dict[str, float], name: str) -> None:
        self._stages, self._name = stages, name

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._stages[self._name] = time.perf_counter() - self._start
