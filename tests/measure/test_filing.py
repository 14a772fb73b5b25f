"""Side records that were not left as they should be."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks._record import FORMAT as SIDE_FORMAT
from jaxvelocity.measure import filing

COMMIT = "c" * 40


def side_record(root: Path, pid: int, started: str = "2026-12-01T13:00:00Z", **changed: object) -> Path:
    """Leave a record of a process that is under way."""
    fields = {
        **{
            "format": SIDE_FORMAT,
            "benchmark": "a.B.time_steady",
            "params": [],
            "commit": COMMIT,
            "env": "e",
            "machine": "m",
        },
        **{"visit": "v", "started": started, "version": "1", "functions": "f", "inputs": "i", "pid": pid},
        "outcome": "running",
    } | changed
    path = root / ".asv" / "side" / f"cccccccc-1-1-a.B.time_steady-0-{pid}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(fields))
    return path


def visit(started: str) -> filing.Visit:
    entry = {"params": [], "version": "1", "functions": "f", "inputs": "i"}
    return filing.Visit("m", COMMIT, "e", started, {"a.B.time_steady": entry}, {"a.B.time_steady": -9}, {})


def gone() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def filed(root: Path) -> list[dict[str, object]]:
    return [json.loads(line) for path in root.glob("results/*/*.jsonl") for line in path.read_text().splitlines()[1:]]


def test_one_that_is_under_way_is_left_alone(tmp_path):
    path = side_record(tmp_path, os.getpid())
    assert filing.file_all(tmp_path, tmp_path / "results") == []
    assert path.exists()
    assert filed(tmp_path) == []


def test_one_that_was_stopped_with_its_run_says_nothing(tmp_path):
    path = side_record(tmp_path, gone())
    filing.file_all(tmp_path, tmp_path / "results")
    assert not path.exists()
    assert filed(tmp_path) == []


def test_nor_in_a_later_run_s_visit_even_as_a_zombie(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", ""])
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)
    side_record(tmp_path, process.pid)
    filing.file_all(tmp_path, tmp_path / "results", visit("2026-12-01T14:00:00Z"))
    process.wait()
    assert [one["reason"] for one in filed(tmp_path)] == ["its process left nothing"]  # the later run's own


def test_what_a_process_found_of_its_result_its_inputs_and_its_device_is_filed(tmp_path):
    device = {
        **{"platform": "cpu", "kind": "cpu", "cpu": "c", "threads": 2, "x64": False, "flags": {}, "versions": {}},
        "blas": {"name": "b"},
    }
    side_record(tmp_path, gone(), outcome="ok", rounds=[1.0], device=device, deviation=1e-7, dtypes="float32")
    filing.file_all(tmp_path, tmp_path / "results")
    (one,) = filed(tmp_path)
    assert (one["deviation"], one["dtypes"]) == (1e-7, "float32")
    (path,) = tmp_path.glob("results/*/*.jsonl")
    assert json.loads(path.read_text().splitlines()[0])["devices"][0]["blas"] == {"name": "b"}


def test_one_that_dies_within_the_visit_is_a_crash_with_its_exit_code(tmp_path):
    side_record(tmp_path, gone())
    filing.file_all(tmp_path, tmp_path / "results", visit("2026-12-01T13:00:00Z"))
    (crash,) = filed(tmp_path)
    assert (crash["outcome"], crash["reason"]) == (
        "crash",
        "ended by SIGKILL, as a system ends what takes more memory than there is",
    )


@pytest.mark.parametrize(
    ("status", "said"),
    [(-15, "ended by SIGTERM"), (3, "ended without a word, exit status 3"), (-999, "without a word, exit status -999")],
)
def test_how_a_process_ended_is_told_in_words(status, said):
    assert said in filing.ended_by(status)


@pytest.mark.parametrize(
    "changed",
    [{"format": 9}, {"machine": "../../evil"}, {"env": "/evil"}, {"outcome": "fine"}, {"visit": None}],
)
def test_one_that_is_none_of_ours_is_named_and_left_aside(tmp_path, changed):
    path = side_record(tmp_path, gone(), **changed)
    (problem,) = filing.file_all(tmp_path, tmp_path / "results")
    assert path.name in problem
    assert path.exists()
    assert not (tmp_path / "results").exists()


def test_stray_files_do_no_harm(tmp_path):
    path = side_record(tmp_path, 99999999999999999999)
    for name in ("foo.trace", "foo.numbers", "a-b.numbers"):
        (path.parent / name).write_text("")
    assert filing.file_all(tmp_path, tmp_path / "results") == []
    assert filed(tmp_path) == []


def test_what_was_filed_already_is_not_filed_twice(tmp_path):
    for _ in range(2):  # the tool was stopped between writing and removing
        side_record(tmp_path, gone(), outcome="ok", rounds=[1e-6])
        filing.file_all(tmp_path, tmp_path / "results")
    (one,) = filed(tmp_path)
    assert one["rounds"] == [1e-6]


def test_texts_say_nothing_of_where_the_project_lies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/")
    assert (
        filing.scrubbed(f'File "{tmp_path}/x.py", {tmp_path}-other, /etc') == f'File "./x.py", {tmp_path}-other, /etc'
    )
