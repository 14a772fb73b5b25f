"""Verdicts on real releases: benchmarks that change at a release because they ask for its number."""

import json

import pytest
from planted_project import NEWEST, OLDER, commit, make_project, run_tool

BETWEEN = "0.12.0"
"""A release that came out between OLDER and NEWEST, and the one at which all that is planted here changes."""

VERSIONS = '''
"""What changes at JAX 0.12.0, whatever JAX itself did there."""

import ctypes

import jax
import numpy as np

from benchmarks._harness import _JaxBenchmark

NEW = tuple(map(int, jax.__version__.split(".")[:2])) >= (0, 12)


def halve(x, times):
    return jax.lax.fori_loop(0, times, lambda _, y: 0.5 * y + 1, x)


def halved_for_ever(x, times):
    return np.full_like(x, 2)


def double(x):
    return 2 * x


def vector():
    return np.arange(8, dtype=np.float32)


class Slower(_JaxBenchmark):
    def setup(self):
        self.prepare(halve, vector, reference=halved_for_ever, rtol=1e-5, static={"times": 400_000 if NEW else 400})

    def time_steady(self):
        self.run()


class Steady(_JaxBenchmark):
    def setup(self):
        self.prepare(halve, vector, reference=halved_for_ever, rtol=1e-5, static={"times": 400})

    def time_steady(self):
        self.run()


class Crashes(_JaxBenchmark):
    def setup(self):
        if NEW:
            ctypes.string_at(0)
        self.prepare(double, vector, reference=double)

    def time_steady(self):
        self.run()


class Wrong(_JaxBenchmark):
    def setup(self):
        self.prepare(double, vector, reference=lambda x: (3 if NEW else 2) * x)

    def time_steady(self):
        self.run()


class Skips(_JaxBenchmark):
    def setup(self):
        if not NEW:
            raise NotImplementedError("an old release has no such thing")
        self.prepare(double, vector, reference=double)

    def time_steady(self):
        self.run()
'''


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    folder = make_project(tmp_path_factory.mktemp("versions") / "project")
    (folder / "benchmarks" / "versions.py").write_text(VERSIONS)
    commit(folder, "benchmarks that change at a release")
    return folder


@pytest.fixture(scope="module")
def upgraded(versions):
    return run_tool(versions, "upgrade", OLDER, NEWEST, "--bench", r"versions\..*time_steady", "--json")


def states(done):
    return {one["benchmark"].partition(".")[2]: one for one in json.loads(done.stdout)["changes"]}


def test_each_is_called_by_its_name(upgraded):
    found = {name: one["state"] for name, one in states(upgraded).items()}
    assert found.pop("Steady") in ("same", "inconclusive")  # other tests run beside this one
    assert found == {"Slower": "confirmed", "Crashes": "broken", "Wrong": "wrong", "Skips": "inconclusive"}
    assert upgraded.returncode == 2


def test_a_ratio_comes_with_its_interval_and_a_failure_with_its_reason(upgraded):
    found = states(upgraded)
    slower = found["Slower"]
    assert 3 < slower["low"] <= slower["ratio"] <= slower["high"]
    assert slower["before"] * 3 < slower["after"]
    assert found["Crashes"]["reason"] == "crash"
    assert "largest relative error" in found["Wrong"]["reason"]
    assert "an old release has no such thing" in found["Skips"]["reason"]
    (crashed,) = (line for line in json.loads(upgraded.stdout)["failures"] if "Crashes" in line)
    assert crashed.startswith(f"versions.Crashes at {NEWEST}: crash: Fatal Python error: Segmentation fault")


def test_text_and_markdown_say_it_worst_first(versions):
    done = run_tool(versions, "upgrade", OLDER, NEWEST, "--bench", r"versions\.(Crashes|Wrong).time", "--markdown")
    assert done.returncode == 2, done.stderr
    assert done.stdout.startswith("machine ")
    rows = [line for line in done.stdout.splitlines() if line.startswith("|")]
    assert "versions.Crashes" in rows[2]
    assert "versions.Wrong" in rows[3]
    assert f"versions.Crashes at {NEWEST}: crash: Fatal Python error: Segmentation fault" in done.stdout


@pytest.mark.parametrize(("benchmark", "state", "code"), [("Slower", "confirmed", 1), ("Crashes", "broken", 2)])
def test_a_step_is_bisected_to_its_release(versions, benchmark, state, code):
    words = ["--good", OLDER, "--bad", NEWEST, "--json"]
    done = run_tool(versions, "bisect", f"versions.{benchmark}.time_steady", *words)
    (step,) = json.loads(done.stdout)["changes"]
    assert (step["from"], step["to"], step["state"]) == (OLDER, BETWEEN, state)
    assert done.returncode == code, done.stderr


def test_what_a_history_suspects_is_confirmed_once(versions):
    run_tool(versions, "run", OLDER, NEWEST, "--bench", r"versions\.Slower.time_steady")
    done = run_tool(versions, "report", "--json")
    (step,) = [one for one in json.loads(done.stdout)["changes"] if one["metric"] == "steady"]
    assert step["state"] == "suspected"
    for duets in (True, False):
        done = run_tool(versions, "report", "--json", "--confirm")
        (step,) = [one for one in json.loads(done.stdout)["changes"] if one["metric"] == "steady"]
        assert step["state"] == "confirmed"
        assert ("versions.Slower" in done.stderr) == duets  # what is confirmed is not measured again
        assert done.returncode == 1, done.stderr
