"""A project of its own for the runs that tests make: today's tree as a fresh repository, with planted benchmarks."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent

NEWEST, OLDER = "0.12.0.1", "0.11.2"

PLANTED = '''
"""What must be caught: one fault a class."""

import ctypes
import re
import sys

import jax
import numpy as np

from benchmarks._harness import _JaxBenchmark


def double(x):
    return 2 * x


def vector():
    return np.arange(8, dtype=np.float32)


class Fine(_JaxBenchmark):
    param_names = ["size"]
    params = [["8", "16"]]

    def setup(self, size):
        self.prepare(double, lambda: np.arange(int(size), dtype=np.float32), reference=double)

    def time_steady(self, size):
        self.run()


class Raises(_JaxBenchmark):
    def setup(self):
        self.prepare(double, vector, reference=double)

    def time_steady(self):
        print("the last words", file=sys.stderr)
        raise RuntimeError("planted")


class Wrong(_JaxBenchmark):
    def setup(self):
        self.prepare(lambda x: 3 * x, vector, reference=double)

    def time_steady(self):
        self.run()


class Retraces(_JaxBenchmark):
    def setup(self):
        self.prepare(double, vector, reference=double)

    def time_steady(self):
        self.run()
        jax.jit(lambda x: x + 1)(np.float32(1)).block_until_ready()


class Skips(_JaxBenchmark):
    def setup(self):
        raise NotImplementedError("this release has no such thing")

    def time_steady(self):
        self.run()


class Crashes(_JaxBenchmark):
    jit = False

    def setup(self):
        self.prepare(double, vector, reference=double)

    def time_steady(self):
        ctypes.string_at(0)


class Hangs(_JaxBenchmark):
    def setup(self):
        # A regular expression that backtracks for ever holds the interpreter lock, as a hanging compilation may.
        self.prepare(double, lambda: re.match(r"(a+)+$", 60 * "a" + "b"), reference=double)

    def time_steady(self):
        self.run()


class Prints(_JaxBenchmark):
    jit = False

    def setup(self):
        self.prepare(double, vector, reference=double)

    def time_steady(self):
        while True:
            print("and on", flush=True)
'''


def run_tool(project: Path, *words: str, **options) -> subprocess.CompletedProcess:
    """Run `jaxvelocity` in a project; a run that takes minutes is a failure."""
    options = {"timeout": 400, **options}
    return subprocess.run(
        [BIN / "jaxvelocity", *words], cwd=project, capture_output=True, text=True, check=False, **options
    )


def git(project: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=project, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def make_project(folder: Path) -> Path:
    """Copy today's tree into a repository with one commit on main."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    for name in listed:
        if name and not name.startswith(("results/", "tests/")) and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "user.name", "Somebody")
    git(folder, "config", "user.email", "somebody@example.invalid")
    commit(folder, "everything")
    return folder


def commit(project: Path, message: str) -> str:
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", message)
    return git(project, "rev-parse", "HEAD")
