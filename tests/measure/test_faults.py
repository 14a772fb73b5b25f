"""Faults at moments that nobody chose: the seed is printed, and JAXVELOCITY_SEED plays the same again."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from planted_project import BIN, NEWEST, OLDER, commit, git, make_project, run_tool

from jaxvelocity.history import records

KILLS = int(os.environ.get("JAXVELOCITY_KILLS", "4"))

STRAY = '''
"""A benchmark that leaves a process behind, in a session of its own."""

import subprocess

import numpy as np

from benchmarks._harness import _JaxBenchmark


def double(x):
    return 2 * x


class Leaves(_JaxBenchmark):
    jit = False

    def setup(self):
        subprocess.Popen(["sleep", "1234567"], start_new_session=True)
        self.prepare(double, lambda: np.arange(8, dtype=np.float32), reference=double)

    def time_steady(self):
        self.run()
'''


KILLED = '''
"""A benchmark that the system kills for its memory: to it, a SIGKILL out of nowhere."""

import os
import signal

import numpy as np

from benchmarks._harness import _JaxBenchmark


def double(x):
    return 2 * x


class Greedy(_JaxBenchmark):
    def setup(self):
        self.prepare(double, lambda: np.arange(8, dtype=np.float32), reference=double)

    def time_steady(self):
        self.run()
        os.kill(os.getpid(), signal.SIGKILL)


class Modest(_JaxBenchmark):
    def setup(self):
        self.prepare(double, lambda: np.arange(8, dtype=np.float32), reference=double)

    def time_steady(self):
        self.run()
'''


def sleeping():
    return [one for one in psutil.process_iter(["cmdline"]) if one.info["cmdline"] == ["sleep", "1234567"]]


def of(project):
    return [
        one
        for one in psutil.process_iter(["cmdline", "cwd"])
        if str(project) in " ".join(one.info["cmdline"] or ()) or str(project) == one.info["cwd"]
    ]


def kept(project: Path) -> dict[tuple[str, str, tuple[str, ...]], tuple[float, ...]]:
    """Give what is finished: of the slice in hand one round of two may be on record, and is measured again."""
    return {
        (path.name[:8], one.benchmark, one.params): one.rounds
        for path in (project / "results").glob("killed/*.jsonl")
        for one in records.read(path).records
        if one.outcome != "ok" or len(one.rounds) == 2
    }


def test_what_a_benchmark_leaves_behind_is_ended_with_its_slice(project, planted):
    (project / "benchmarks" / "stray.py").write_text(STRAY)
    try:
        commit(project, "a stray")
        done = run_tool(project, "run", NEWEST, "--bench", "stray", "--machine", "strays")
        assert done.returncode == 0, done.stderr
        assert not sleeping()
    finally:
        (project / "benchmarks" / "stray.py").unlink()
        commit(project, "no stray")
        for one in sleeping():
            one.kill()


def test_one_that_is_killed_for_its_memory_fails_alone_and_says_so(project, planted):
    (project / "benchmarks" / "killed.py").write_text(KILLED)
    try:
        commit(project, "one that is killed")
        done = run_tool(project, "run", NEWEST, "--bench", r"killed\..*time_steady", "--machine", "memory")
        assert done.returncode == 2, done.stderr
        (path,) = (project / "results" / "memory").glob("*.jsonl")
        outcomes = {one.benchmark: (one.outcome, one.reason) for one in records.read(path).records}
        assert outcomes["killed.Modest.time_steady"] == ("ok", None)
        assert outcomes["killed.Greedy.time_steady"] == (
            "crash",
            "ended by SIGKILL, as a system ends what takes more memory than there is",
        )
    finally:
        (project / "benchmarks" / "killed.py").unlink()
        commit(project, "none that is killed")


def test_killed_at_random_moments_nothing_that_was_finished_is_lost(project, planted):
    seed = int(os.environ.get("JAXVELOCITY_SEED", random.randrange(10**6)))
    print(f"JAXVELOCITY_SEED={seed}")  # noqa: T201  # pytest shows it where the test fails
    drawn = random.Random(seed)
    words = ["run", NEWEST, OLDER, "--bench", "planted.(Fine|Raises|Wrong)", "--machine", "killed"]
    before: dict = {}
    for _ in range(KILLS):
        number = drawn.choice((signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
        with subprocess.Popen([BIN / "jaxvelocity", *words], cwd=project, stderr=subprocess.PIPE, text=True) as tool:
            time.sleep(drawn.uniform(0.3, 12.0))
            tool.send_signal(number)
            said = tool.communicate(timeout=60)[1]
        assert "Traceback" not in said
        end = time.monotonic() + 10
        while of(project) and time.monotonic() < end:
            time.sleep(0.05)
        assert not of(project)
        now = kept(project)
        assert {place: now.get(place) for place in before} == before
        before = now
    done = run_tool(project, *words)
    assert done.returncode == 2, done.stderr
    assert "crash" not in done.stderr
    now = kept(project)
    assert {place: now.get(place) for place in before} == before
    assert len({commit for commit, *_ in now}) == 2


def test_another_checkout_that_measures_is_warned_of(project, planted, tmp_path):
    other = make_project(tmp_path / "other")
    alone = os.environ | {"TMPDIR": str(tmp_path)}  # other tests measure on this machine too
    with subprocess.Popen(
        [BIN / "jaxvelocity", "run", OLDER, "--bench", "planted.Fine", "--machine", "neighbour"],
        cwd=project,
        env=alone,
        stderr=subprocess.PIPE,
        text=True,
    ) as first:
        end = time.monotonic() + 60
        while not (project / ".asv" / "run.holder").exists() and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.3)
        second = subprocess.Popen(
            [BIN / "jaxvelocity", "run", NEWEST, "--bench", "floor.EmptyBody.time"],
            cwd=other,
            env=alone,
            stderr=subprocess.PIPE,
            text=True,
        )
        lines = []
        while line := second.stderr.readline():
            lines.append(line)
            if "machine " in line:
                break
        second.send_signal(signal.SIGINT)
        second.communicate(timeout=60)
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=60)
    assert any(f"a run in {project} measures on this machine too" in line for line in lines), lines


@pytest.mark.parametrize(
    "name", ["../../outside", "a\nb", "<img src=x onerror=alert(1)>", "$(touch owned)", "--upload-pack=touch owned"]
)
def test_a_hostile_revision_is_a_name_that_git_does_not_know(project, planted, name):
    done = run_tool(project, "run", "--bench", "floor", "--", name)
    assert done.returncode == 4
    assert len(done.stderr.strip().splitlines()) <= 3
    assert not (project / "owned").exists()
    assert git(project, "status", "--porcelain", "--", "benchmarks", "src") == ""
