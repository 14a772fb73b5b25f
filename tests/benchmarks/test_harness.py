"""The harness, tried by hand as asv would call it: set-up before every timed call, the timer on both sides."""

import dataclasses
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from asv_runner.benchmarks.time import TimeBenchmark

from benchmarks import _compilation, _harness
from benchmarks._clock import CompiledInClockError, NothingTimedError
from benchmarks._harness import _JaxBenchmark
from benchmarks._result import WrongResultError, check


@pytest.fixture(autouse=True)
def _cold():
    jax.clear_caches()


def double(x):
    return 2 * x


def double_reference(x):
    return 2 * x


def vector():
    return np.arange(8, dtype=np.float32)


class Double(_JaxBenchmark):
    builds = 0

    def setup(self):
        self.prepare(double, self.build, reference=double_reference)

    def build(self):
        self.builds += 1
        return vector()

    def time_steady(self):
        self.run()


def measured_by_asv(cls, *params):
    """Run a benchmark through asv's own runner, as a benchmark process does; give its instance and asv's samples."""
    benchmark = cls()
    asv = TimeBenchmark("planted.X.time_steady", benchmark.time_steady, [benchmark.time_steady, benchmark])
    asv._current_params = params
    assert not asv.do_setup()
    try:
        return benchmark, asv.do_run()["samples"]
    finally:
        asv.do_teardown()


def take_sample(benchmark, *params):
    """What asv's timer does for one sample, without its tear-down."""
    benchmark.setup(*params)
    start = benchmark.timer()
    benchmark.time_steady(*params)
    return benchmark.timer() - start


def prepared(cls):
    benchmark = cls()
    benchmark.setup()
    return benchmark


def prepare_with(function=double, build=vector, reference=double_reference, **keywords):
    benchmark = Double()
    benchmark.build = build
    benchmark._begin(())
    benchmark.prepare(function, build, reference=reference, **keywords)
    return benchmark


def test_inputs_are_built_once_and_lie_on_the_device():
    benchmark = prepared(Double)
    for _ in range(3):
        take_sample(benchmark)
    assert benchmark.builds == 1
    assert isinstance(benchmark._subject.placed[0], jax.Array)


def test_nothing_compiles_while_steady():
    benchmark = prepared(Double)
    before = _compilation.events()
    take_sample(benchmark)
    assert _compilation.events() == before


def test_a_sample_is_divided_by_its_calls():
    benchmark = prepared(Double)
    benchmark._calls = 100
    calls = []
    benchmark._bound = dataclasses.replace(benchmark._bound, burst=calls.append)
    benchmark.timer()
    benchmark.run()
    time.sleep(0.02)  # a lower bound only: sleep never returns early
    per_call = benchmark.timer()
    assert calls == [100]
    assert per_call >= 0.02 / 100
    assert per_call < 0.02  # not divided, it would be 0.02 or more


def test_a_body_that_forgets_to_run_is_refused():
    class Forgets(Double):
        def time_steady(self):
            pass

    with pytest.raises(NothingTimedError, match=r"did not call self.run\(\)"):
        measured_by_asv(Forgets)


def test_inputs_that_are_jax_arrays_are_refused():
    with pytest.raises(TypeError, match="NumPy arrays are wanted"):
        prepare_with(build=lambda: jnp.ones(8))


class Retraces(Double):
    def time_steady(self):
        self.run()
        jax.jit(lambda x: x + 1)(self._subject.placed[0]).block_until_ready()


def test_a_retrace_in_the_clock_is_refused_by_its_reason():
    kept = []

    class Kept(Retraces):
        def setup(self):
            kept.append(self)
            super().setup()

    with pytest.raises(CompiledInClockError, match="compile inside the timed window"):
        measured_by_asv(Kept)
    fields = kept[0]._record.fields
    assert fields["outcome"] == "exception"
    assert fields["reason"].startswith("CompiledInClockError: compile inside the timed window")
    assert "rounds" not in fields


class ChangesShape(Double):
    def time_steady(self):
        self.run()
        self._subject.compiled(jnp.zeros(len(self._clock.samples) + 20)).block_until_ready()


def test_a_shape_that_changes_in_the_clock_is_refused():
    with pytest.raises(CompiledInClockError):
        take_sample(prepared(ChangesShape))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda x: 2.001 * x, "largest relative error of 0.0005"),  # 2.001 / 2 - 1
        (lambda x: (2 * x).astype(jnp.bfloat16), "dtype bfloat16, wanted float32"),
        (lambda x: 2 * x[None], r"shape \(1, 8\), wanted \(8,\)"),
        (lambda x: (2 * x,), "structure"),
        (lambda x: 2 * x * jnp.where(x == 3, jnp.nan, 1.0), "is not finite"),
    ],
    ids=["value", "dtype", "shape", "structure", "nan"],
)
def test_a_wrong_result_is_refused_before_any_clock(wrong, says):
    benchmark = Double()
    benchmark._begin(())
    with pytest.raises(WrongResultError, match=says):
        benchmark.prepare(wrong, vector, reference=double_reference, rtol=1e-6)
    assert not hasattr(benchmark, "_calls")


def test_the_size_of_the_error_is_on_record():
    class Wrong(Double):
        def setup(self):
            self.prepare(lambda x: 2.5 * x, vector, reference=double_reference)

    benchmark = Wrong()
    with pytest.raises(WrongResultError):
        benchmark.setup()
    assert benchmark._record.fields["outcome"] == "wrong"
    assert benchmark._record.fields["error"] == pytest.approx(0.25)  # 2.5 / 2 - 1
    assert benchmark._record.fields["reason"].startswith("WrongResultError: largest relative error of 0.25")


def test_a_result_within_the_tolerance_passes_and_how_far_it_was_is_on_record():
    benchmark = prepare_with(function=lambda x: 2.001 * x, rtol=1e-3)
    assert benchmark._record.fields["deviation"] == pytest.approx(5e-4, rel=1e-3)  # 0.001 · 7 over 2 · 7
    # Of two outputs the farther one: 0.1 on top of 10.
    assert check((np.float32([1]), np.float32([10.1])), (np.float32([1]), np.float32([10])), 0.1, 0) == pytest.approx(
        0.01, rel=1e-3
    )
    assert check(np.float32([np.inf, 1]), np.float32([np.inf, 1]), 0, 0) is None


def test_run_comes_once_in_a_timed_method():
    class Twice(Double):
        def time_steady(self):
            self.run()
            self.run()

    with pytest.raises(TypeError, match=r"self.run\(\) came twice"):
        measured_by_asv(Twice)


def test_what_a_sample_uses_up_is_made_anew_in_full():
    benchmark = prepared(Double)
    readied = []
    benchmark._bound = dataclasses.replace(benchmark._bound, refresh=readied.append)
    benchmark._calls = 50
    benchmark.setup()
    assert readied == [5, 50]  # a tenth to warm, then the sample's own


def test_the_record_holds_device_stages_calls_and_median():
    benchmark, samples = measured_by_asv(Double)
    fields = benchmark._record.fields
    assert fields["outcome"] == "ok"
    assert fields["samples"] == len(samples)
    assert fields["rounds"] == [statistics.median(samples)]
    assert set(fields["stages"]) == {"build", "transfer", "trace", "lower", "compile", "first_call", "transfer_back"}
    assert fields["device"]["platform"] == "cpu"
    assert fields["device"]["versions"]["jax"] == jax.__version__
    assert fields["calls_per_sample"] == benchmark._calls


def test_a_donated_argument_is_placed_anew_for_each_sample():
    builds = []

    class Donates(Double):
        def setup(self):
            self.prepare(double, lambda: builds.append(1) or vector(), reference=double_reference, donate=(0,))

    benchmark, samples = measured_by_asv(Donates)  # a second use of a donated buffer raises
    assert len(samples) > 2
    assert benchmark._calls == 1
    assert builds == [1]


def test_static_arguments_are_part_of_the_program():
    def power(x, exponent):
        return x**exponent

    benchmark = prepare_with(function=power, reference=power, static={"exponent": 3}, rtol=1e-6)
    np.testing.assert_allclose(benchmark._subject.compiled(*benchmark._subject.placed), vector() ** 3, rtol=1e-6)


def test_several_outputs_are_all_blocked_and_checked():
    def both(x):
        return {"sum": x.sum(), "twice": 2 * x}

    prepare_with(function=both, reference=both)
    with pytest.raises(WrongResultError, match="output 1: shape"):
        prepare_with(function=lambda x: {"sum": x.sum(), "twice": x[1:]}, reference=both)


class NotCompiled(Double):
    jit = False


def test_the_three_numbers_come_with_every_jitted_class_only():
    for track in ("track_compile_seconds", "track_temp_bytes", "track_hlo_instructions"):
        assert callable(getattr(Double, track))
        assert not callable(getattr(NotCompiled, track))


def test_parameters_that_are_no_strings_are_refused():
    with pytest.raises(TypeError, match="Numbers.params holds 8, strings are wanted: write '8'"):

        class Numbers(Double):
            params = [[8, 16]]


def test_the_error_is_that_of_what_failed_not_of_what_passed():
    # 1e-9 against 0 is far off in relation, but within atol; 1.1 against 1 is what fails.
    with pytest.raises(WrongResultError, match="of 0.1, allowed 0.01, or 1e-06 absolute") as refused:
        prepare_with(
            function=lambda x: jnp.array([1e-9, 1.1]) + 0 * x[:2],
            reference=lambda x: np.array([0.0, 1.0], dtype=np.float32),
            rtol=0.01,
            atol=1e-6,
        )
    assert refused.value.error == pytest.approx(0.1, rel=1e-5)


class Sized(Double):
    param_names = ["size"]
    params = [["8", "16"]]

    def setup(self, size):
        self.prepare(double, vector, reference=double_reference)


def test_the_three_numbers_are_taken_at_the_last_size_only():
    assert Sized.track_temp_bytes.params == [["16"]]
    assert Sized.track_compile_seconds.unit == "seconds"
    assert not hasattr(Sized.time_steady, "params")


def test_the_three_numbers_are_those_of_the_compiled_program():
    benchmark = Double()
    benchmark._begin(())
    benchmark._metric = "track_compile_seconds"
    benchmark.setup()
    assert benchmark.track_compile_seconds() > 0
    assert len(benchmark._record.fields["rounds"]) == 3
    assert benchmark.track_temp_bytes() == 0  # one elementwise operation needs no buffer of its own
    assert benchmark.track_hlo_instructions() >= 3  # parameter, constant, multiply


def compiled(function, *arguments):
    """What `_compilation.numbers` gives where a process has compiled nothing of the function before."""
    return _compilation.numbers(function, arguments, (), _compilation.compile_cold(function, arguments, ()))


def test_compile_seconds_agree_with_jax_s_own_clock():
    """An independent timer: JAX reports the backend's compilation by itself."""
    argument = jnp.ones(1000)
    before = len(_compilation._seen)
    seconds = compiled(lambda x: jnp.cumsum(jnp.sin(x)), argument)["compile_seconds"]
    reported = [spent for stage, spent in _compilation._seen[before:] if stage == "compile"]
    assert len(reported) == 4  # one thrown away, three kept
    for ours, theirs in zip(seconds, reported[1:], strict=True):
        assert theirs <= ours < 3 * theirs + 0.1  # a tenth of a second: the machine may be busy


def test_a_long_first_compilation_is_the_only_one(monkeypatch):
    monkeypatch.setattr(_compilation, "_LONG_SECONDS", 0.0)
    argument = jnp.ones(8)
    before = _compilation.compilations()
    assert len(compiled(double, argument)["compile_seconds"]) == 1
    assert _compilation.compilations() == before + 1


def test_what_is_checked_is_the_first_compilation_of_the_compile_numbers():
    benchmark = Double()
    benchmark._begin(())
    benchmark._metric = "track_compile_seconds"
    before = _compilation.compilations()
    benchmark.setup()
    benchmark.track_compile_seconds()
    assert _compilation.compilations() == before + 1 + 4  # the trifle that warms the compiler; one to check, three kept


def test_a_function_that_an_older_commit_lacks_is_a_skip_with_its_reason(monkeypatch, tmp_path):
    from jaxvelocity import kernels

    monkeypatch.setattr(_harness, "_KERNELS", tmp_path)  # not today's tree: some commit's wheel

    class Lacks(Double):
        def setup(self):
            self.prepare(kernels.activations.not_there_yet, vector, reference=double_reference)

    class LacksFamily(Double):
        def setup(self):
            self.prepare(kernels.no_such_family.selu, vector, reference=double_reference)

    for cls in (Lacks, LacksFamily):
        benchmark = cls()
        with pytest.raises(NotImplementedError, match="this commit has no jaxvelocity.kernels"):
            benchmark.setup()
        assert benchmark._record.fields["outcome"] == "skipped"


def test_a_function_that_today_s_tree_lacks_is_a_slip():
    from jaxvelocity import kernels

    class Slips(Double):
        def setup(self):
            self.prepare(kernels.activations.sleu, vector, reference=double_reference)

    with pytest.raises(AttributeError, match="sleu"):
        Slips().setup()


def test_another_attribute_error_stays_an_error():
    class Slips(Double):
        def setup(self):
            self.prepare(double, vector, reference=np.no_such_function)

    with pytest.raises(AttributeError):
        Slips().setup()


def test_two_classes_never_share_a_method_that_asv_marks():
    assert Double.track_temp_bytes is not Sized.track_temp_bytes
    assert NotCompiled.time_steady is not Double.time_steady


def test_a_backend_that_a_module_has_started_at_import_is_named(monkeypatch):
    jnp.ones(1).block_until_ready()
    monkeypatch.setattr(_harness._process, "forked", lambda: True)
    with pytest.raises(RuntimeError, match="made an array at import"):
        Double().setup()


def test_an_exit_in_setup_is_on_record_and_a_message_is_one_line():
    class Leaves(Double):
        def setup(self):
            raise SystemExit("\n\ngone\naway")

    benchmark = Leaves()
    with pytest.raises(SystemExit):
        benchmark.setup()
    assert benchmark._record.fields["outcome"] == "exception"
    assert benchmark._record.fields["reason"] == "SystemExit: gone away"


def test_a_benchmark_that_is_stopped_from_outside_leaves_no_failure():
    class Stopped(Double):
        def setup(self):
            raise KeyboardInterrupt

    benchmark = Stopped()
    with pytest.raises(KeyboardInterrupt):
        benchmark.setup()
    assert benchmark._record.fields["outcome"] == "running"
