"""Tracing and lowering, measured apart."""

import itertools
import time
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _compilation, _stages, staging
from benchmarks._stages import _StagedBenchmark

SLEEP = 0.05


def double(x):
    return 2 * x


def sleeps_while_traced(x):
    time.sleep(SLEEP)
    return 2 * x


def long(x):
    for _ in range(300):
        x = jnp.sin(x) + x
    return x


def prepared(function, reference=double):
    class Planted(_StagedBenchmark):
        def setup(self):
            self.prepare(function, lambda: np.arange(8, dtype=np.float32), reference=reference)

    benchmark = Planted()
    benchmark._metric = "track_trace_seconds"
    benchmark.setup()
    return benchmark


def test_what_sleeps_while_it_is_traced_is_long_to_trace_and_nothing_else():
    # The least of three rounds, as other work may get between: a trifle is traced, lowered and compiled in some
    # milliseconds each.
    benchmark = prepared(sleeps_while_traced)
    rounds = benchmark.measure_stages()
    assert min(rounds["trace_seconds"]) >= SLEEP
    assert min(rounds["lower_seconds"]) < SLEEP
    subject = benchmark._subject
    first = _compilation.compile_cold(subject.plain, subject.placed, ())
    compiled = _compilation.numbers(subject.plain, subject.placed, (), first)
    assert min(compiled["compile_seconds"]) < SLEEP
    assert min(prepared(double).measure_stages()["trace_seconds"]) < SLEEP


class Machine:
    """A clock that only tracing and lowering move."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now

    def trace(self, x):
        self.now += 2.0
        return 2 * x


@pytest.fixture
def machine(monkeypatch):
    machine = Machine()
    lower = jax.stages.Traced.lower

    def slowly(*arguments, **keywords):
        machine.now += 7.0
        return lower(*arguments, **keywords)

    monkeypatch.setattr(jax.stages.Traced, "lower", slowly)
    monkeypatch.setattr(_stages, "time", SimpleNamespace(perf_counter=machine.perf_counter))
    return machine


def test_each_stage_is_measured_without_the_other(machine):
    benchmark = prepared(machine.trace)
    assert benchmark.track_trace_seconds() == 2.0
    assert benchmark._record.fields["rounds"] == 3 * [2.0]
    assert benchmark.track_lower_seconds() == 7.0
    assert benchmark._record.fields["rounds"] == 3 * [7.0]


def test_both_come_from_one_measurement_whose_rounds_are_all_cold():
    runs = []

    def counted(x):
        runs.append(None)
        return 2 * x

    benchmark = prepared(counted)
    before = len(runs)
    benchmark.track_trace_seconds()
    benchmark.track_lower_seconds()
    assert len(runs) - before == benchmark.repetitions


def test_what_is_under_jit_within_it_is_traced_anew_too():
    runs = []

    @jax.jit
    def inner(x):
        runs.append(None)
        return 2 * x

    benchmark = prepared(lambda x: inner(x))
    before = len(runs)
    benchmark.measure_stages()
    assert len(runs) - before == benchmark.repetitions


def test_the_stages_agree_with_jax_s_own_clock():
    """An independent timer: JAX reports tracing and lowering by itself, the whole function's as the longest."""
    benchmark = prepared(long, reference=lambda x: np.asarray(long(jnp.asarray(x))))
    before = len(_compilation._seen)
    seconds = benchmark.measure_stages()
    for stage in ("trace", "lower"):
        reported = [spent for name, spent in _compilation._seen[before:] if name == stage]
        longest = sorted(reported)[-benchmark.repetitions :]
        for ours, theirs in zip(sorted(seconds[f"{stage}_seconds"]), longest, strict=True):
            assert theirs * 0.9 <= ours  # theirs is by time.time()
            assert ours <= 2 * theirs + 0.02


CLASSES = [staging.LargeUnrolled, staging.DeepScan, staging.TransformerStages]


@pytest.mark.parametrize("cls", CLASSES)
def test_each_has_all_three_stages(cls):
    for stage in ("trace", "lower", "compile"):
        assert getattr(cls, f"track_{stage}_seconds").unit == "seconds"
    assert not hasattr(staging.TensorNetworkGradient, "track_trace_seconds")


@pytest.mark.parametrize("cls", CLASSES)
def test_each_gives_a_number_for_each_stage(cls):
    benchmark = cls()
    benchmark._metric = "track_lower_seconds"
    params = next(itertools.product(*cls.params))
    benchmark.setup(*params)
    assert benchmark.track_lower_seconds(*params) > 0
    assert benchmark.track_trace_seconds(*params) > 0
