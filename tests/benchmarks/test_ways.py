"""Each way makes the calls that its name says, and finishes each."""

import os

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _harness, _ways
from benchmarks._harness import _JaxBenchmark
from benchmarks._result import WrongResultError
from benchmarks._ways import Subject, bind


class Spy:
    """A function that keeps what it is given, and gives results that keep whether they were waited for."""

    def __init__(self, function):
        self.function = function
        self.given = []

    def __call__(self, *arguments):
        self.given.append(arguments)
        return self.function(*arguments)


def add(x, y):
    return x + y


def subject(**other):
    host = (np.arange(4, dtype=np.float32), np.ones(4, np.float32))
    spies = {"compiled": Spy(jax.jit(add)), "plain": Spy(add), "numpy": Spy(add)}
    return Subject(**{**spies, "host": host, "placed": jax.device_put(host), **other})


def types_given(spy):
    return {type(leaf) for leaf in jax.tree.leaves(spy.given)}


@pytest.mark.parametrize(
    ("way", "called", "given"),
    [
        ("steady", "compiled", jax.Array),
        ("eager", "plain", jax.Array),
        ("numpy", "numpy", np.ndarray),
        ("host_input", "compiled", np.ndarray),
        ("end_to_end", "compiled", np.ndarray),
    ],
)
def test_a_way_calls_its_function_with_its_kind_of_array(way, called, given):
    on = subject()
    bound = bind(way, on)
    np.testing.assert_array_equal(bound.result, [1, 2, 3, 4])  # 0…3 plus 1
    bound.burst(3)
    spy = getattr(on, called)
    assert len(spy.given) == 4  # the first, and three
    assert all(issubclass(kind, given) for kind in types_given(spy))
    assert {leaf.dtype for leaf in jax.tree.leaves(spy.given)} == {np.dtype(np.float32)}
    others = {"compiled", "plain", "numpy"} - {called}
    assert not any(getattr(on, other).given for other in others)


class Pending:
    """A result that knows whether it was waited for, or brought to the host."""

    made = 0

    def __init__(self):
        Pending.made += 1
        self.waited = False

    def block_until_ready(self):
        self.waited = True
        return self

    def __array__(self, *_, **__):
        self.waited = True
        return np.zeros(1)


@pytest.mark.parametrize("way", ["steady", "donated", "eager", "host_input", "end_to_end", "transfer"])
@pytest.mark.parametrize("outputs", [1, 2])
def test_every_call_is_finished_before_the_next(way, outputs, monkeypatch):
    pending = []

    def unfinished(*_):
        assert all(result.waited for result in pending), "the call before was not waited for"
        made = [Pending() for _ in range(outputs)]
        pending.extend(made)
        return made[0] if outputs == 1 else tuple(made)

    on = subject(compiled=unfinished, plain=unfinished, donate=(0,) if way == "donated" else ())
    way = "steady" if way == "donated" else way
    if way == "transfer":
        monkeypatch.setattr(jax, "device_put", unfinished)
    monkeypatch.setattr(jax, "Array", Pending)
    bound = bind(way, on)
    for _ in range(7 if on.donate else 1):  # of a donated argument one call is a burst
        bound.burst(1 if on.donate else 7)
    assert len(pending) == 8 * outputs
    assert all(result.waited for result in pending)


def test_the_check_of_unfinished_calls_can_fail(monkeypatch):
    monkeypatch.setattr(jax, "block_until_ready", lambda result: result)
    with pytest.raises(AssertionError, match="the call before was not waited for"):
        test_every_call_is_finished_before_the_next("steady", 2, monkeypatch)


def test_transfer_moves_the_host_arrays_and_calls_nothing(monkeypatch):
    on = subject()
    put = Spy(jax.device_put)
    monkeypatch.setattr(jax, "device_put", put)
    bound = bind("transfer", on)
    bound.burst(3)
    assert len(put.given) == 4
    assert types_given(put) == {np.ndarray}
    assert not on.compiled.given
    for sent, got in zip(on.host, bound.result, strict=True):
        np.testing.assert_array_equal(got, sent)
    assert bound.wanted is not None


def test_a_dtype_that_the_device_narrows_is_no_transfer():
    class Narrowed(_JaxBenchmark):
        _metric = "time_transfer"

        def setup(self):
            self.prepare(lambda x: x, lambda: np.zeros(4, np.float64), reference=lambda x: x)

    with pytest.raises(WrongResultError, match="dtype float32, wanted float64"):
        Narrowed().setup()


def test_each_result_is_brought_back_once(monkeypatch):
    on = subject()
    bound = bind("transfer_back", on)
    assert len(on.compiled.given) == 1
    bound.refresh(5)
    brought = []
    bring = np.asarray
    monkeypatch.setattr(np, "asarray", lambda array: brought.append(id(array)) or bring(array))
    bound.burst(5)
    assert len(set(brought)) == 5
    assert len(on.compiled.given) == 1  # the clock holds no call


def test_a_result_that_was_brought_back_is_kept_by_jax():
    """Why each is made anew: the second time, JAX hands out what it kept."""
    array = jnp.arange(4) + 1
    assert np.asarray(array).ctypes.data == np.asarray(array).ctypes.data


def test_only_fresh_arguments_come_from_the_host_and_change():
    on = subject(fresh=(1,), host=(np.arange(4, dtype=np.float32), np.arange(4, dtype=np.float32)))
    bind("host_input", on).burst(4)
    assert all(first is on.placed[0] for first, _ in on.compiled.given)
    second = [new for _, new in on.compiled.given]
    assert {type(new) for new in second} == {np.ndarray}
    # The first call, then in turn from the first on: rolled by 0, 1, 2, 3, each in its own memory.
    assert [list(new).index(0) for new in second] == [0, 0, 1, 2, 3]
    assert len({new.ctypes.data for new in second}) == 4


@pytest.mark.parametrize("way", ["host_input", "end_to_end", "transfer", "numpy"])
def test_turns_go_on_from_one_burst_to_the_next(way, monkeypatch):
    put = Spy(jax.device_put)
    on = subject(fresh=(1,))
    monkeypatch.setattr(jax, "device_put", put)
    bound = bind(way, on)
    for _ in range(3):
        bound.burst(1)
    spy = {"transfer": put, "numpy": on.numpy}.get(way, on.compiled)
    assert len({given[-1].ctypes.data for given in spy.given[1:]}) == 3


def test_a_function_without_arguments_or_results_is_called_as_often_as_it_says():
    spy = Spy(lambda: None)
    bound = bind("steady", Subject(spy, spy, None, (), ()))
    bound.burst(5)
    assert len(spy.given) == 1 + 5


def test_who_changes_its_input_in_place_is_refused():
    class Sorts(_JaxBenchmark):
        _metric = "time_numpy"

        def setup(self):
            self.prepare(jnp.sort, lambda: np.array([2.0, 1.0], np.float32), reference=np.sort, numpy=self.numpy)

        def numpy(self, x):
            x.sort()
            return x

        def time_numpy(self):
            self.run()

    with pytest.raises(ValueError, match="read-only"):
        Sorts().setup()


def test_a_numpy_that_is_jax_is_refused():
    with pytest.raises(TypeError, match="numpy= gave a JAX array"):
        bind("numpy", subject(numpy=jnp.add))


@pytest.mark.parametrize("way", [way for way in _ways.WAYS if way not in ("steady", "one_thread")])
def test_donated_arguments_go_with_a_steady_call_alone(way):
    with pytest.raises(TypeError, match=f"donate= with {way}"):
        bind(way, subject(donate=(0,)))


@pytest.mark.parametrize("fresh", [(2,), (-1,), (), ("1",)])
def test_fresh_positions_are_those_of_arguments(fresh):
    class Odd(_JaxBenchmark):
        def setup(self):
            host = np.zeros(2, np.float32)
            self.prepare(lambda x, y: x + y, lambda: (host, host), reference=lambda x, y: x + y, fresh=fresh)

    with pytest.raises(TypeError, match="positions of the arguments are wanted, 0 to 1"):
        Odd().setup()


def test_a_host_copy_keeps_layout_and_scalars():
    columns = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    (given,) = _ways._host_inputs(Subject(add, add, add, (columns, 2.0), ()), (columns, 2.0))
    assert given[0].flags.f_contiguous
    np.testing.assert_array_equal(given[0], columns)
    assert given[1] == 2.0
    assert type(given[1]) is float


def test_host_arrays_start_where_jax_has_to_copy():
    """One that starts at a multiple of 64 would be taken as it is, by chance."""
    on = subject()
    bind("host_input", on)
    assert {array.ctypes.data % 64 for array in on.compiled.given[0]} == {16}


def test_numpy_s_way_without_a_function_is_refused():
    with pytest.raises(TypeError, match="give prepare one by numpy="):
        bind("numpy", subject(numpy=None))


def test_a_method_named_after_no_way_is_refused():
    with pytest.raises(
        TypeError, match="Odd.time_quickly: .* wanted time_steady, time_one_thread, time_eager, time_numpy"
    ):

        class Odd(_JaxBenchmark):
            def time_quickly(self):
                self.run()


def test_one_thread_is_steady_in_a_process_held_to_one_cpu_before_the_backend_starts(monkeypatch):
    held = []

    class Held(_JaxBenchmark):
        _metric = "time_one_thread"

        def setup(self):
            self.prepare(lambda x: x, lambda: np.zeros(4, np.float32), reference=lambda x: x)

        def time_one_thread(self):
            self.run()

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5})
    monkeypatch.setattr(os, "sched_setaffinity", lambda pid, cpus: held.append((pid, cpus)))
    monkeypatch.setattr(_harness, "device", lambda: held.append("backend"))
    Held().setup()
    assert held == [(0, {3}), "backend"]


def test_the_module_lists_the_ways_that_there_are():
    assert all(f"`{way}`" in _ways.__doc__ for way in _ways.WAYS)
