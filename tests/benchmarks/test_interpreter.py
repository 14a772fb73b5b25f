"""A fresh Python has this JAX, keeps nothing of the caller's cache, says why it fails, and dies with its parent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jax
import pytest

from benchmarks import _interpreter, _process

ROOT = Path(__file__).resolve().parent.parent.parent

JAX = f"class jax:\n    __file__ = {jax.__file__!r}\n"
"""Stands for the import, which takes a second."""


def test_the_answer_comes_with_when_the_process_started():
    before = time.perf_counter()
    started, (now, words) = _interpreter.ask(
        JAX + "import time\nprint('said')\nanswer = time.perf_counter(), sys.argv[1:]", "a", "b c"
    )
    assert before <= started < now < time.perf_counter()  # one clock for both processes
    assert words == ["a", "b c"]


def test_it_has_the_jax_of_this_process():
    assert _interpreter.ask("import jax\nanswer = jax.__version__")[1] == jax.__version__


def test_another_jax_is_refused():
    with pytest.raises(RuntimeError, match=f"has the JAX of elsewhere, wanted {jax.__file__}"):
        _interpreter.ask("class jax:\n    __file__ = 'elsewhere'\nanswer = 1")


def test_the_callers_cache_folder_and_path_do_not_reach_it(monkeypatch, tmp_path):
    kept = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_enable_fast_math=false"}
    left = {
        "JAX_COMPILATION_CACHE_DIR": "x",
        "JAX_ENABLE_COMPILATION_CACHE": "0",
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "9",
    }
    for name, value in {**kept, **left, "PYTHONPATH": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    names, path = _interpreter.ask(JAX + "answer = {**os.environ}, sys.path")[1]
    assert kept.items() <= names.items()
    assert not left.keys() & names.keys()
    assert not {"", str(tmp_path)} & {*path}


def test_a_program_that_fails_says_why():
    with pytest.raises(RuntimeError, match="ended with 1 and said: ValueError: no such thing"):
        _interpreter.ask("raise ValueError('no such thing')")
    with pytest.raises(RuntimeError, match="ended with -9 and said: nothing"):
        _interpreter.ask("import signal\nos.kill(os.getpid(), signal.SIGKILL)")


def test_one_that_hangs_is_ended(monkeypatch):
    monkeypatch.setattr(_process, "LIMIT_SECONDS", 0.3)
    with pytest.raises(subprocess.TimeoutExpired):
        _interpreter.ask("import time\ntime.sleep(60)")


def test_it_dies_with_its_parent(tmp_path):
    program = f"import time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)"
    asks = f"from benchmarks import _interpreter\n_interpreter.ask({program!r})"
    with subprocess.Popen([sys.executable, "-c", asks], cwd=ROOT) as parent:
        until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
        child = int((tmp_path / "pid").read_text())
        assert not gone(child)
        parent.send_signal(signal.SIGKILL)
    until(lambda: gone(child))


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def gone(pid):
    """Whether a process has ended: it is not there, or nobody has asked for its exit status yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_the_check_of_who_is_gone_can_fail():
    assert not gone(os.getpid())
