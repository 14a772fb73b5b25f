"""Live sides, real processes: today's environment on both, with planted benchmarks."""

import json
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from planted_project import NEWEST, PLANTED, run_tool

from jaxvelocity.measure.duet import play_duet
from jaxvelocity.measure.evidence import Evidence, change_of, size
from jaxvelocity.measure.pair import Pair
from jaxvelocity.measure.parts import parts
from jaxvelocity.measure.play import changes, play
from jaxvelocity.measure.side import FailedError

PYTHONS = (Path(sys.executable), Path(sys.executable))


@pytest.fixture(scope="module")
def pair(project):
    with Pair(project, PYTHONS) as both:
        yield both


@pytest.fixture(scope="module")
def listed(pair):
    return pair.sides["new"].listed()["benchmarks"]


def part(listed, named, params=()):
    (found,) = [
        one for one in parts(listed, quick=False, pattern=r"^planted\.") if one.name == named and one.params == params
    ]
    return found


def played(pair, listed, named, params=()):
    pair.mend()
    one = part(listed, named, params)
    return play_duet(pair.sides, one, list(one.metrics), 0)


def test_a_side_says_what_is_installed(pair):
    assert pair.versions["old"] == pair.versions["new"]
    assert pair.versions["old"]["jax"]


def test_what_compiles_comes_with_the_steady_call_of_its_size(listed):
    of_fine = {one.params: set(one.metrics) for one in parts(listed, quick=False, pattern=r"^planted\.Fine")}
    assert of_fine == {
        ("8",): {"steady"},
        ("16",): {"steady", "compile_seconds", "temp_bytes", "hlo_instructions"},
    }


def test_a_duet_reads_every_metric_of_both_sides(pair, listed):
    duet = played(pair, listed, "planted.Fine.time_steady", ("16",))
    assert not duet.failures
    assert set(duet.readings) == {"steady", "compile_seconds", "temp_bytes", "hlo_instructions"}
    assert duet.readings["steady"].old > 0
    assert duet.readings["hlo_instructions"].old == duet.readings["hlo_instructions"].new > 0
    assert duet.programs["old"] == duet.programs["new"]
    assert duet.device["platform"] == "cpu"


@pytest.mark.parametrize(
    ("named", "outcome", "reason"),
    [
        ("planted.Raises.time_steady", "exception", "RuntimeError: planted"),
        ("planted.Wrong.time_steady", "wrong", "largest relative error"),
        ("planted.Skips.time_steady", "skipped", "this release has no such thing"),
        ("planted.Crashes.time_steady", "crash", "Segmentation fault"),
        ("planted.Retraces.time_steady", "exception", "CompiledInClockError"),
    ],
)
def test_a_failure_is_told_by_its_name_and_the_next_one_is_played(pair, listed, named, outcome, reason):
    duet = played(pair, listed, named)
    assert {failure.outcome for failure in duet.failures.values()} == {outcome}
    assert all(reason in failure.reason for failure in duet.failures.values())
    assert "steady" in duet.failed
    assert not played(pair, listed, "planted.Fine.time_steady", ("8",)).failures


def test_a_hang_ends_within_its_limit_and_the_next_one_is_played(pair, listed):
    duet = played(pair, listed, "planted.Hangs.time_steady")
    assert {failure.outcome for failure in duet.failures.values()} == {"hang"}
    assert "0:00:20" in duet.failures["new"].reason
    assert not played(pair, listed, "planted.Fine.time_steady", ("8",)).failures


def test_a_side_that_is_killed_is_started_again(pair, listed):
    os.kill(pair.sides["old"]._process.pid, signal.SIGKILL)
    pair.sides["old"]._process.wait()
    assert not played(pair, listed, "planted.Fine.time_steady", ("8",)).failures


@pytest.mark.parametrize("then", ["burst", "end"])
def test_one_that_is_killed_while_it_waits_fails_alone(pair, listed, then):
    """The server tells of its death unasked; the answers to what is asked after it must not be taken for others'."""
    side = pair.sides["old"]
    side.ask({"do": "begin", "benchmark": "planted.Fine.time_steady", "index": 0})
    (benchmark,) = psutil.Process(side._process.pid).children()
    benchmark.kill()
    time.sleep(0.5)
    if then == "end":
        side.end()
    else:
        with pytest.raises(FailedError, match="SIGKILL"):
            side.ask({"do": then})
        side.end()
    pair.mend()
    for _ in range(2):
        assert not played(pair, listed, "planted.Fine.time_steady", ("8",)).failures


def test_a_file_that_one_side_can_not_import_is_broken_there_and_not_absent(project):
    """Then the side that can import it says what is in it."""
    path = project / "benchmarks" / "refused.py"
    refusal = "if 'twin' in __import__('sys').prefix: raise ImportError('refused')\nimport ctypes"
    path.write_text(PLANTED.replace("import ctypes", refusal))
    try:
        done = run_tool(project, "upgrade", NEWEST, NEWEST, "--bench", r"refused\.Fine.time", "--json")
    finally:
        path.unlink()
    states = {one["benchmark"]: one["state"] for one in json.loads(done.stdout)["changes"]}
    assert states["refused.Fine"] == "broken"
    assert done.returncode == 2, done.stderr


def test_nothing_lives_on_after_a_pair(project, listed):
    with Pair(project, PYTHONS) as both:
        both.sides["old"].ask({"do": "begin", "benchmark": "planted.Fine.time_steady", "index": 0})
        servers = [psutil.Process(side._process.pid) for side in both.sides.values()]
        family = [*servers, *(child for server in servers for child in server.children())]
        assert len(family) == 3
    assert not any(process.is_running() and process.status() != "zombie" for process in family)


def without_clocks(one):
    return replace(one, metrics={name: unit for name, unit in one.metrics.items() if unit != "seconds"})


def test_a_release_against_itself_is_the_same_in_what_has_no_noise(project):
    told = []
    found = play(
        project,
        PYTHONS,
        lambda listed: [
            without_clocks(part(listed, "planted.Fine.time_steady", ("16",))),
            part(listed, "planted.Wrong.time_steady"),
            part(listed, "planted.Skips.time_steady"),
        ],
        lambda *_: 0.01,
        lambda what, done, total: told.append((done, total)),
    )
    states = {
        (change.key.benchmark, change.key.metric): (change.state, change.mended_in)
        for change in changes(found, "test-2", "1", "2", lambda *_: 0.01)
    }
    assert states["planted.Fine", "temp_bytes"] == ("same", None)
    assert states["planted.Fine", "hlo_instructions"] == ("same", None)
    assert states["planted.Wrong", "steady"] == ("wrong", None)
    assert states["planted.Skips", "steady"] == ("inconclusive", None)
    assert found.duets == 2 + 2 + 1  # two that read alike, two that fail, one that can't
    assert all(done < total for done, total in told)


def test_one_failing_side_is_broken_there_and_mended_here():
    from jaxvelocity.history import Key
    from jaxvelocity.measure.side import Failure

    evidence = Evidence("seconds")
    evidence.failures["old"] += [Failure("crash", "Segmentation fault")] * 2
    evidence.values["new"] += [1e-3, 1.1e-3]
    change = change_of(Key("m", "d", "b.C", (), "steady", "seconds"), evidence, ("1", "2"), 0.01)
    assert (change.state, change.reason, change.before, change.mended_in) == ("broken", "crash", None, "2")
    assert size(change, evidence) == float("inf")


def test_a_crash_where_the_other_side_can_not_do_it_at_all_is_broken():
    from jaxvelocity.history import Key
    from jaxvelocity.measure.side import Failure

    evidence = Evidence("seconds")
    evidence.failures["old"].append(Failure("skipped", "no such thing"))
    evidence.failures["new"].append(Failure("crash", "Segmentation fault"))
    assert evidence.duets_left(0.01)
    evidence.failures["old"].append(Failure("skipped", "no such thing"))
    evidence.failures["new"].append(Failure("crash", "Segmentation fault"))
    assert not evidence.duets_left(0.01)
    key = Key("test-2", "cpu", "loops.Walk", (), "steady", "seconds")
    change = change_of(key, evidence, ("1", "2"), 0.01)
    assert (change.state, change.reason, change.mended_in) == ("broken", "crash", None)
