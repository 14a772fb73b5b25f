"""Start-up is measured in fresh processes, whose results are checked and whose first is thrown away."""

import jax
import numpy as np
import pytest

from benchmarks import _interpreter, startup
from benchmarks._result import WrongResultError


@pytest.fixture(autouse=True)
def _x64_left_as_it_is():
    yield
    jax.config.update("jax_enable_x64", False)


def prepared(cls):
    benchmark = cls()
    benchmark.setup()
    return benchmark


def answers(monkeypatch, given):
    """Let fresh processes give these answers, one after the other; each starts at 100 s."""
    given = iter(given)
    monkeypatch.setattr(_interpreter, "ask", lambda *_: (100.0, next(given)))


def test_the_first_result_is_timed_from_the_start_the_import_inside_and_the_first_process_thrown_away(monkeypatch):
    benchmark = prepared(startup.FreshPython)
    result = (benchmark._host[0] + 1).tolist()
    answers(monkeypatch, [(45.0, 150.0, result), (1.5, 103.0, result), (0.5, 101.0, result), (1.0, 102.0, result)])
    assert benchmark.track_first_result_seconds() == 2.0
    assert benchmark._record.fields["rounds"] == [3.0, 1.0, 2.0]
    assert benchmark.track_import_seconds() == 1.0
    assert benchmark._record.fields["rounds"] == [1.5, 0.5, 1.0]


def test_a_first_result_that_is_wrong_gives_no_time(monkeypatch):
    benchmark = prepared(startup.FreshPython)
    answers(monkeypatch, [(1.0, 101.0, benchmark._host[0].tolist())])
    with pytest.raises(WrongResultError):
        benchmark.track_first_result_seconds()


def test_a_fresh_python_s_first_result_is_right_and_importing_is_a_part_of_the_time():
    seconds, importing = prepared(startup.FreshPython).first_result()
    assert 0 < importing < seconds < 20


def test_an_import_takes_as_long_as_it_takes(monkeypatch, tmp_path):
    (tmp_path / "jax.py").write_text("import time\ntime.sleep(0.2)\n")
    monkeypatch.setattr(jax, "__file__", str(tmp_path / "jax.py"))
    program = startup._FIRST_RESULT.partition("import numpy")[0] + "answer = imported - begun"
    _, seconds = _interpreter.ask(f"sys.path.insert(0, {str(tmp_path)!r})\n{program}")
    assert 0.2 <= seconds < 2


class Compiler:
    """Fresh processes that give these seconds and hits, and leave results, of which the last may be wrong."""

    def __init__(self, given, results):
        self.given, self.results = iter(given), iter(results)

    def ask(self, program, folder, *_):
        np.save(f"{folder}/result.npy", next(self.results))
        return 100.0, next(self.given)


def compiled_by(monkeypatch, given, spoil=lambda results: results):
    benchmark = prepared(startup.CachedCompile)
    right = startup._references.kinematics.inertia(*benchmark._host)
    monkeypatch.setattr(_interpreter, "ask", Compiler(given, spoil(4 * [right])).ask)
    return benchmark


def test_what_the_first_compiles_the_others_read(monkeypatch):
    benchmark = compiled_by(monkeypatch, [(50.0, 0), (3.0, 1), (1.0, 1), (2.0, 1)])
    assert benchmark.track_cached_compile_seconds() == 2.0
    assert benchmark._record.fields["rounds"] == [3.0, 1.0, 2.0]


def test_a_compilation_is_no_reading(monkeypatch):
    benchmark = compiled_by(monkeypatch, [(50.0, 0), (3.0, 1), (1.0, 0), (2.0, 1)])
    assert np.isnan(benchmark.track_cached_compile_seconds())
    assert benchmark._no_answer == "a program that one process has compiled, the next one compiles again"


def test_what_is_read_and_wrong_gives_no_time(monkeypatch):
    benchmark = compiled_by(
        monkeypatch, [(50.0, 0), (3.0, 1), (1.0, 1), (2.0, 1)], lambda results: [*results[:3], 2 * results[3]]
    )
    with pytest.raises(WrongResultError):
        benchmark.track_cached_compile_seconds()


def test_a_fresh_python_finds_what_another_has_left_and_nothing_where_nobody_has(tmp_path):
    benchmark = prepared(startup.CachedCompile)
    np.savez(tmp_path / "arguments.npz", *benchmark._host)
    assert [benchmark.compile_in(str(tmp_path))[1] for _ in range(2)] == [0, 1]
