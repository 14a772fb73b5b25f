"""Traces are counted where Python runs the function, and what each call gives is checked."""

import functools
from dataclasses import dataclass

import jax
import numpy as np
import pytest

from benchmarks import retracing
from benchmarks._result import WrongResultError
from jaxvelocity import kernels

CLASSES = [retracing.WeakTypes, retracing.StaticArguments]


def prepared(cls):
    benchmark = cls()
    benchmark._metric = "track_traces"
    benchmark.setup()
    return benchmark


@pytest.mark.parametrize(
    ("cls", "count"),
    [
        (retracing.WeakTypes, 2),  # one for the weak type, Python's number and the array alike, one for the strong
        (retracing.StaticArguments, 2),  # two values
    ],
)
def test_counts_are_what_they_must_be(cls, count):
    benchmark = prepared(cls)
    assert benchmark.track_traces() == benchmark.track_traces() == count


@pytest.mark.parametrize(("cls", "calls"), [(retracing.WeakTypes, 6), (retracing.StaticArguments, 5)])
def test_where_nothing_is_kept_every_call_is_counted(cls, calls, monkeypatch):
    benchmark = prepared(cls)
    jit = jax.jit

    def forgetful(function, **static):
        return lambda *arguments: jit(functools.wraps(function)(lambda *given: function(*given)), **static)(*arguments)

    monkeypatch.setattr(jax, "jit", forgetful)
    assert benchmark.track_traces() == calls


def test_settings_that_are_equal_only_to_themselves_are_a_trace_each(monkeypatch):
    @dataclass(frozen=True, eq=False)
    class Settings:
        exponent: int

    monkeypatch.setattr(retracing, "_Settings", Settings)
    assert prepared(retracing.StaticArguments).track_traces() == 5


def test_a_strong_array_in_the_place_of_the_weak_one_is_one_trace_with_the_strong(monkeypatch):
    # Of the three calls Python's number is then the only weak one: without it one trace is left.
    monkeypatch.setattr(retracing.jnp, "asarray", lambda number: jax.device_put(np.float32(number)))
    monkeypatch.setattr(retracing, "float", jax.device_put, raising=False)
    assert prepared(retracing.WeakTypes).track_traces() == 1


@pytest.mark.parametrize(
    ("cls", "family", "name"),
    [
        (retracing.WeakTypes, "floor", "increment"),
        (retracing.StaticArguments, "powers", "power"),
    ],
)
def test_a_result_that_is_wrong_gives_no_count(cls, family, name, monkeypatch):
    benchmark = prepared(cls)
    monkeypatch.setattr(getattr(kernels, family), name, lambda x, *_: x * 3)
    with pytest.raises(WrongResultError):
        benchmark.track_traces()
