"""First calls, races and what is computed of them."""

import math
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

from benchmarks import _burst, _compilation, _first_call, _race
from benchmarks._clock import CompiledInClockError
from benchmarks._evaluated import _EvaluatedBenchmark, break_even
from benchmarks._result import WrongResultError
from benchmarks._ways import Bound

ROOT = Path(__file__).resolve().parent.parent.parent


class Doubled(_EvaluatedBenchmark):
    def setup(self):
        self.prepare(lambda x: 2 * x, lambda: np.ones(8, np.float32), reference=lambda x: 2 * x, numpy=self.numpy)

    def numpy(self, x):
        return 2 * x


@pytest.mark.parametrize(
    ("first", "steady", "other", "calls"),
    [
        (1.0, 0.1, 0.2, 9),  # 1 + 8 · 0.1 = 9 · 0.2
        (1.05, 0.1, 0.2, 10),  # at 9 still 1.85 against 1.8; at 10 1.95 against 2
        (0.15, 0.1, 0.2, 1),  # the first call alone is faster
    ],
)
def test_compiling_has_paid_when_all_calls_together_take_no_longer(first, steady, other, calls):
    found = break_even([first], [steady], [other], "NumPy")
    # 1.05 and the like are no binary fractions: the sum is compared with a rounding's slack.
    assert found == [calls]
    assert first + (calls - 1) * steady <= calls * other + 1e-12
    assert calls == 1 or first + (calls - 2) * steady > (calls - 1) * other


def test_it_never_pays_where_a_steady_call_is_no_faster():
    found = break_even([1.0, 1.0, 1.0], [0.2, 0.2, 0.2], [0.1, 0.3, 0.2], "op by op")
    assert found == "never: a steady call takes 200 ms, op by op 200 ms"


def test_each_round_has_its_own_number():
    # 1 / 0.1 = 10 calls less what the first saves: (1 - 0.1) / 0.1 = 9; then (2 - 0.1) / 0.1 = 19.
    assert break_even([1.0, 2.0], [0.1, 0.1], [0.2, 0.2], "NumPy") == [9, 19]


def test_a_race_takes_turns_and_divides_by_the_calls(monkeypatch):
    now = [0.0]
    order = []

    def way(name, seconds):
        def burst(calls):
            order.append(name)
            now[0] += calls * seconds

        return Bound(None, burst)

    monkeypatch.setattr(_burst.time, "perf_counter", lambda: now[0])
    ways = {"a": way("a", 1e-3), "b": way("b", 4e-3)}
    found = _race.race(ways, turns=3)
    assert found == [{"a": pytest.approx(1e-3), "b": pytest.approx(4e-3)}] * 3
    assert order[-6:] == ["a", "b", "b", "a", "a", "b"]


def test_a_race_in_which_something_compiles_is_refused(monkeypatch):
    def burst(calls):
        _compilation._seen.append(("compile", 0.0))

    monkeypatch.setattr(_compilation, "_seen", [])
    with pytest.raises(CompiledInClockError, match="compile while ways were raced"):
        _race.race({"a": Bound(None, burst)}, turns=1)


IN_A_FRESH_PROCESS = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/src"]
import jax, numpy as np
from benchmarks._first_call import first_calls
from benchmarks._process import backend_runs

def selu(x):
    runs.append(x)
    assert len(runs) == 1, "nothing of it has run before"
    assert isinstance(x, jax.core.Tracer), "it is jitted"
    return jax.numpy.where(x > 0, x, jax.numpy.exp(x) - 1)

runs = []
found = first_calls(selu, (np.ones(8, np.float32),))
assert not backend_runs()
assert len(set(found)) == 3

def fails(x):
    raise ValueError("planted")

def leaves(x):
    import os
    os._exit(7)

for function, says in ((fails, "ValueError: planted"), (leaves, "exit code 7")):
    try:
        first_calls(function, (np.ones(8, np.float32),))
    except RuntimeError as error:
        assert says in str(error), error
    else:
        raise AssertionError("no error")
print(min(found) > 0)
"""


def test_first_calls_are_taken_in_fresh_processes():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", IN_A_FRESH_PROCESS, str(ROOT)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.strip() == "True", done.stderr


def test_a_first_call_is_that_of_placed_inputs_and_is_waited_for(monkeypatch):
    order = []
    array = type(jax.numpy.ones(1))

    class Result:
        def block_until_ready(self):
            order.append("ready")
            return self

    def compiled(*placed):
        order.append({type(one) for one in placed} <= {array})
        return Result()

    monkeypatch.setattr(_compilation, "warm_compiler", lambda: order.append("warm"))
    monkeypatch.setattr(jax, "jit", lambda function: order.append("jit") or compiled)
    monkeypatch.setattr(_first_call.time, "perf_counter", lambda: order.append("clock") or 0.0)
    _first_call._timed(lambda x: x, (np.ones(8, np.float32),))
    assert order == ["warm", "clock", "jit", True, "ready", "clock"]


def test_a_benchmark_that_is_not_compiled_can_t_be_evaluated():
    with pytest.raises(TypeError, match="Plain.jit is False"):

        class Plain(Doubled):
            jit = False


def test_a_first_call_where_jax_has_run_is_refused():
    jax.numpy.ones(1).block_until_ready()
    benchmark = Doubled()
    benchmark._metric = "track_first_call_seconds"
    with pytest.raises(RuntimeError, match="has run before"):
        benchmark.setup()


@pytest.mark.parametrize(
    "numpy",
    [lambda x: 2.1 * x, lambda x: (2 * x).astype(np.float64), lambda x: 2 * x[:-1]],
    ids=["value", "dtype", "shape"],
)
def test_a_numpy_that_computes_something_else_is_refused(numpy):
    benchmark = Doubled()
    benchmark._metric = "time_numpy"
    benchmark.numpy = numpy
    with pytest.raises(WrongResultError):
        benchmark.setup()


@pytest.mark.parametrize("wrong", [lambda x: 3 * x, lambda x: np.float64(2 * x)], ids=["value", "dtype"])
def test_what_is_raced_is_checked_first(wrong):
    benchmark = Doubled()
    benchmark.numpy = wrong
    benchmark.setup()  # of the steady call, which is right
    benchmark._first_calls = [1.0]
    with pytest.raises(WrongResultError):
        benchmark.track_break_even_calls_numpy()


def test_what_is_of_interest_for_short_calls_may_be_kept_to_some_parameters():
    class Sized(Doubled):
        params = [["8", "16"]]
        short_params = [["8"]]

    assert Sized.time_eager.params == Sized.track_break_even_calls.params == Sized.time_one_thread.params == [["8"]]
    assert not hasattr(Sized.time_numpy, "params")
    assert not hasattr(Doubled.time_eager, "params")


def test_all_three_numbers_come_from_one_measurement(monkeypatch):
    benchmark = Doubled()
    benchmark.setup()
    benchmark._first_calls = [0.75, 0.5, 0.625]  # binary fractions, so that the sums are exact
    raced = []

    def race(ways, turns):
        raced.append(list(ways))
        return [{"steady": 0.125, "eager": 0.25, "numpy": 0.125} for _ in range(turns)]

    monkeypatch.setattr(_race, "race", race)
    assert benchmark.track_first_call_seconds() == 0.625
    assert benchmark._record.fields["rounds"] == [0.75, 0.5, 0.625]
    assert benchmark.track_break_even_calls() == 4  # 0.625 + 3 · 0.125 = 4 · 0.25
    assert math.isnan(benchmark.track_break_even_calls_numpy())
    assert raced[0] == ["steady", "eager", "numpy"]
    benchmark.teardown()
    assert benchmark._record.fields["outcome"] == "skipped"
    assert benchmark._record.fields["reason"] == "never: a steady call takes 125 ms, NumPy 125 ms"
