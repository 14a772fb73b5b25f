import itertools
from types import SimpleNamespace

import jax
import numpy as np
import pytest

from benchmarks import dispatch


class Machine:
    """A clock in which a call takes 2 s to return and 5 s more to be done, and who called what."""

    def __init__(self):
        self.now = 0.0
        self.waiting = False
        self.calls = 0

    def perf_counter(self):
        return self.now

    def call(self, *arguments):
        assert not self.waiting, "the call before it is not done"
        self.calls += 1
        self.now += 2.0
        self.waiting = True
        return self

    def block_until_ready(self):
        self.now += 5.0
        self.waiting = False


@pytest.fixture
def machine(monkeypatch):
    machine = Machine()
    monkeypatch.setattr(dispatch, "time", machine)
    return machine


def test_the_time_to_return_is_without_the_wait_and_each_call_is_waited_for(machine):
    benchmark = dispatch.ReturnBeforeDone()
    benchmark._metric = "track_return_seconds"
    benchmark.setup("100")
    benchmark._subject = SimpleNamespace(compiled=machine.call, placed=())
    assert benchmark.track_return_seconds("100") == 2.0
    assert machine.calls == benchmark.repetitions * benchmark.calls
    assert not machine.waiting
    assert benchmark._record.fields["rounds"] == benchmark.repetitions * [2.0]


def test_what_is_timed_is_the_prepared_call(monkeypatch):
    monkeypatch.setattr(dispatch, "time", SimpleNamespace(perf_counter=itertools.count().__next__))
    benchmark = dispatch.ReturnBeforeDone()
    benchmark._metric = "track_return_seconds"
    benchmark.setup("100")
    assert benchmark.track_return_seconds("100") == 1  # two looks at the clock, one after the other


@pytest.mark.parametrize("leaves", ["1", "200"])
def test_what_is_called_ahead_of_time_is_the_compiled_program_and_that_of_leaves(leaves):
    jitted, compiled = dispatch.Leaves(), dispatch.AheadOfTime()
    for benchmark in (jitted, compiled):
        benchmark.setup(leaves)
    assert isinstance(compiled._subject.compiled, jax.stages.Compiled)
    assert not isinstance(jitted._subject.compiled, jax.stages.Compiled)
    np.testing.assert_array_equal(compiled._bound.result, jitted._bound.result)


def test_the_host_computes_at_every_call(monkeypatch):
    runs = []
    sine = np.sin
    monkeypatch.setattr(np, "sin", lambda x: runs.append(None) or sine(x))
    benchmark = dispatch.HostCallback()
    benchmark.setup("8")
    before = len(runs)
    benchmark._bound.burst(5)
    assert len(runs) == before + 5
