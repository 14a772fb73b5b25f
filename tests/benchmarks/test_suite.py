"""The suite as a whole: each benchmark's check bites, and importing it all touches no device."""

import importlib
import inspect
import itertools
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

import benchmarks
from benchmarks import gradients, retracing
from benchmarks._crossover import _CrossoverBenchmark
from benchmarks._harness import _JaxBenchmark
from benchmarks._result import WrongResultError
from jaxvelocity.measure import plan
from jaxvelocity.releases import catalogue
from jaxvelocity.report import questions

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def _own_flags(monkeypatch):
    """A class with flags of its own adds them to the environment, for good."""
    monkeypatch.setenv("XLA_FLAGS", os.environ.get("XLA_FLAGS", ""))


def _classes():
    for module in pkgutil.iter_modules(benchmarks.__path__, "benchmarks."):
        if not module.name.startswith("benchmarks._"):
            for name, cls in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if not name.startswith("_"):
                    yield pytest.param(cls, id=f"{module.name.removeprefix('benchmarks.')}.{name}")


CLASSES = list(_classes())


def smallest(cls):
    return next(itertools.product(*getattr(cls, "params", [])))


def last_wrong(leaf):
    """Spoil one element alone: a check that sees this sees more of them as well."""
    flat = leaf.reshape(-1)
    last = flat[-1]
    wrong = last + 1 if jax.numpy.issubdtype(leaf.dtype, jax.numpy.integer) else last * 1.01 + 0.01
    return flat.at[-1].set(wrong).reshape(leaf.shape)


def methods(cls, prefix):
    return [name for name in dir(cls) if name.startswith(prefix) and callable(getattr(cls, name))]


def of_every_class(prefix):
    return [
        pytest.param(param.values[0], name, id=f"{param.id}.{name}")
        for param in CLASSES
        for name in methods(param.values[0], prefix)
    ]


@pytest.mark.parametrize(("cls", "method"), of_every_class("time_"))
def test_the_right_result_passes_in_every_way(cls, method, monkeypatch):
    monkeypatch.setattr(os, "sched_setaffinity", lambda *_: None)  # this process goes on to other tests
    benchmark = cls()
    benchmark._metric = method
    benchmark.setup(*smallest(cls))


@pytest.mark.parametrize("cls", CLASSES)
def test_a_wrong_kernel_does_not(cls, monkeypatch):
    for base, method in ((_JaxBenchmark, "prepare"), (_CrossoverBenchmark, "sweep")):
        monkeypatch.setattr(base, method, spoilt(getattr(base, method)))
    with pytest.raises(WrongResultError):
        cls().setup(*smallest(cls))


def spoilt(prepare):
    def with_wrong(self, function, build, **keywords):
        def wrong(*arguments, **static):
            result = function(*arguments, **static)
            return np.float32(1) if result is None else jax.tree.map(last_wrong, result)

        prepare(self, wrong, build, **keywords)

    return with_wrong


@pytest.mark.parametrize("cls", [param for param in CLASSES if methods(param.values[0], "time_numpy")])
def test_a_numpy_that_computes_something_else_does_not(cls, monkeypatch):
    prepare = _JaxBenchmark.prepare

    def in_float64(self, function, build, *, numpy, **keywords):
        prepare(self, function, build, numpy=lambda *host: np.float64(numpy(*host)), **keywords)

    monkeypatch.setattr(_JaxBenchmark, "prepare", in_float64)
    benchmark = cls()
    benchmark._metric = "time_numpy"
    with pytest.raises(WrongResultError, match="dtype float64, wanted float32"):
        benchmark.setup(*smallest(cls))


def test_every_request_is_waited_for(monkeypatch):
    benchmark = retracing.RequestsAsTheyCome()
    benchmark.setup()
    waited = []

    class Answer:
        def block_until_ready(self):
            waited.append(self)

    monkeypatch.setattr(benchmark, "answer", lambda request: Answer())
    benchmark.serve()
    assert len(waited) == benchmark.requests * benchmark.repetitions


def test_padding_that_changes_the_answer_is_refused(monkeypatch):
    padded = retracing._inputs.padded
    monkeypatch.setattr(
        retracing._inputs, "padded", lambda requests: tuple(np.nan_to_num(one, neginf=0.0) for one in padded(requests))
    )
    with pytest.raises(WrongResultError):
        retracing.RequestsPadded().setup()


COUNTS = [
    # One program holds it all.
    ("quickstart", "SumLogisticGradient", "track_compilations", 1),
    # Zeros and ones to begin with, the forward and the backward half: seen so in 0.4.31 and in 0.12.0.1.
    ("gradients", "GradientOfJit", "track_compilations", 3),
    # 12 requests, no two alike in length and dtype; padded, three lengths are left.
    ("retracing", "RequestsAsTheyCome", "track_compilations", 12),
    ("retracing", "RequestsPadded", "track_compilations", 3),
    # Five exponents.
    ("retracing", "PowerStatic", "track_traces", 5),
    ("retracing", "PowerAsData", "track_traces", 1),
]


@pytest.mark.parametrize(("area", "name", "method", "count"), COUNTS)
def test_counts_are_what_they_must_be(area, name, method, count):
    cls = getattr(importlib.import_module(f"benchmarks.{area}"), name)
    benchmark = cls()
    benchmark._metric = method
    benchmark.setup(*smallest(cls))
    assert getattr(benchmark, method)(*smallest(cls)) == count
    assert getattr(benchmark, method)(*smallest(cls)) == count  # whatever was compiled before


@pytest.mark.parametrize(
    ("dtype", "step", "error"),
    [
        # h² |f‴| / 6 + ε |f| / h has its least near (ε / |f‴|)^(1/3): 0.01 and 1e-5 are the next powers of ten.
        ("float32", 1e-2, 1e-4),  # ε |f| / h = 6e-8 · 2 / 1e-2 over a gradient of 0.25, and twice that
        ("float64", 1e-5, 5e-10),  # 1.1e-16 · 2 / 1e-5 over 0.25, and some
    ],
)
def test_the_best_step_is_where_truncation_meets_rounding(dtype, step, error):
    benchmark = gradients.CentralDifferences()
    benchmark._metric = "track_best_step"
    try:
        benchmark.setup(dtype)
        assert benchmark.track_best_step(dtype) == step
        assert 0 < benchmark.track_least_error(dtype) < error
    finally:
        jax.config.update("jax_enable_x64", False)


@pytest.mark.parametrize("cls", CLASSES)
def test_each_says_why_it_is_there_and_has_string_parameters(cls):
    assert issubclass(cls, _JaxBenchmark)
    assert cls.__doc__
    for values in getattr(cls, "params", []):
        assert all(isinstance(value, str) for value in values)


def test_the_quick_profile_names_benchmarks_that_exist():
    names = {param.id for param in CLASSES}
    assert set(plan.QUICK) <= names
    assert 8 <= len(plan.QUICK) <= 12


def test_the_quick_profile_takes_of_each_what_every_class_has():
    suite = {f"{param.id}.{name}": {} for param in CLASSES for name in methods(param.values[0], ("time_", "track_"))}
    chosen = plan.chosen(suite, quick=True, pattern=None)
    assert {name.rpartition(".")[0] for name in chosen} == set(plan.QUICK)
    assert "quickstart.Gram.time_steady" in chosen
    assert "quickstart.Gram.time_numpy" in suite
    assert "quickstart.Gram.time_numpy" not in chosen


SIDES = [
    pytest.param(benchmark, metric, id=f"{benchmark}.{metric}")
    for question in questions.QUESTIONS
    for _, benchmark in question.sides
    for metric in question.metrics
    if metric != questions.AGREEMENT
]


@pytest.mark.parametrize(("benchmark", "metric"), SIDES)
def test_the_report_asks_for_what_is_measured(benchmark, metric):
    (cls,) = [param.values[0] for param in CLASSES if param.id == benchmark]
    assert {f"time_{metric}", f"track_{metric}"} & set(dir(cls))


IMPORT_ALL = """
import importlib, inspect, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import benchmarks
for module in pkgutil.iter_modules(benchmarks.__path__, "benchmarks."):
    imported = importlib.import_module(module.name)
    for name, member in vars(imported).items():
        if inspect.isclass(member) and not name.startswith("_") and not module.name.startswith("benchmarks._"):
            member()
import jax
from jax._src import xla_bridge
print(jax.__version__, xla_bridge.backends_are_initialized())
"""


@pytest.fixture(scope="module", params=["oldest", "newest"])
def interpreter(request, tmp_path_factory):
    """A Python with the oldest or the newest JAX of the catalogue, and that release's version."""
    known = catalogue.load()
    release = known.releases[0 if request.param == "oldest" else -1]
    folder = tmp_path_factory.mktemp("jax")
    pins = catalogue.requirements(release, known.companions_of(release))
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "-q", "--python", sys.executable, folder], check=True)
    subprocess.run([*uv, "pip", "install", "-q", "--python", folder / "bin" / "python", *pins], check=True)
    return folder / "bin" / "python", release.version


def import_all(python, root):
    done = subprocess.run([python, "-c", IMPORT_ALL, root], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_importing_it_all_starts_no_backend(interpreter, tmp_path):
    python, version = interpreter
    assert import_all(python, ROOT) == [version, "False"]
    # The check can fail: one array at module level is enough.
    (tmp_path / "src").symlink_to(ROOT / "src")
    shutil.copytree(ROOT / "benchmarks", tmp_path / "benchmarks")
    (tmp_path / "benchmarks" / "planted.py").write_text("import jax.numpy as jnp\nZERO = jnp.zeros(1)\n")
    assert import_all(python, tmp_path) == [version, "True"]
