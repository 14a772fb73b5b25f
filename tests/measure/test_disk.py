"""Disks that are full or read-only under a real run: real file systems, each mounted in a namespace of its own."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from planted_project import BIN, OLDER

from jaxvelocity.measure import machine

FULL = """
mount -t tmpfs -o size="$SIZE" tmpfs "$PLACE"
cp -a "$KEPT/." "$PLACE/"
"$@"
code=$?
cp -a "$PLACE/." "$AFTER/"
exit $code
"""

READ_ONLY = """
mount --bind "$PLACE" "$PLACE"
mount -o remount,bind,ro "$PLACE"
"$@"
"""

PAGE = 4096
"""bytes in which such a file system counts"""

pytestmark = pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False).returncode != 0,
    reason="this system lets nobody mount a file system of his own",
)


def run_in(script, project, *words, **environment):
    return subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", BIN / "jaxvelocity", *words],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def pages(folder: Path) -> int:
    return sum(-(-path.stat().st_size // PAGE) for path in folder.rglob("*") if path.is_file())


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def run_full(project, kept, free):
    """Run the tool with so many free pages in results/, which begins with what `kept` holds; give what it holds."""
    after = kept.with_name("after")
    after.mkdir()
    done = run_in(
        FULL,
        project,
        *("run", OLDER, "--bench", "planted.Fine.time", "--machine", "full"),
        **os.environ,
        PLACE=str(project / "results"),
        KEPT=str(kept),
        AFTER=str(after),
        SIZE=str(PAGE * (pages(kept) + free)),
    )
    assert "Traceback" not in done.stderr
    return done, contents(after)


@pytest.fixture
def kept(project, planted, tmp_path):
    shutil.copytree(project / "results", tmp_path / "kept")
    return tmp_path / "kept"


@pytest.mark.parametrize("free", [0, 1, 2, 3, 16])
def test_a_disk_that_is_full_at_one_write_after_another(project, kept, free):
    """free: the pages that there are for machine.json, asv's file and ours."""
    before = contents(kept)
    done, after = run_full(project, kept, free)
    assert {name: after.get(name) for name in before} == before
    for name, text in after.items():
        if name.startswith("full/"):
            assert not name.endswith(".new")
            [json.loads(line) for line in (text.splitlines() if name.endswith(".jsonl") else [text])]
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        assert done.returncode == 4, done.stderr
        assert len(errors) == 1
        assert "No space left on device" in errors[0]
        assert "results/" in errors[0]
    if free in (0, 16):
        assert (done.returncode != 0) == (free == 0), done.stderr


def test_a_list_of_benchmarks_that_has_no_room_leaves_the_old_one_whole(project, kept):
    listed = kept / "benchmarks.json"
    older = json.loads(listed.read_text())
    del older["planted.Fine.time_steady"]
    listed.write_text(json.dumps(older))
    done, after = run_full(project, kept, 0)
    assert done.returncode == 4, done.stderr
    assert "results/benchmarks.json could not be read or written: No space left on device" in done.stderr
    assert after == contents(kept)


def test_results_that_nobody_may_write_can_be_reported_and_are_not_measured_into(project, planted):
    place = str(project / "results")
    done = run_in(
        READ_ONLY, project, "run", OLDER, "--bench", "planted.Fine", "--machine", "full", **os.environ, PLACE=place
    )
    assert done.returncode == 4, done.stderr
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert "Read-only file system" in errors[0]
    assert "Traceback" not in done.stderr
    done = run_in(READ_ONLY, project, "report", "--machine", machine.default_name(), **os.environ, PLACE=place)
    assert done.returncode == 2, done.stderr  # broken benchmarks are planted
    assert "planted.Crashes" in done.stdout
    assert done.stderr == ""
