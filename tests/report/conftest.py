import sys
from pathlib import Path

# The makers of results folders lie with the history's tests; the report's tests run alone too.
sys.path.insert(0, str(Path(__file__).parent.parent / "history"))

import pytest
from folders import STEADY, Folder, commits, device, entry, line, record

from jaxvelocity.history import load
from jaxvelocity.report.summary import summarise


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "results")


@pytest.fixture
def reported(folder):
    """Give the report of one value a commit."""

    def make(values, **other):
        return summarise(load(folder.path, None, line(folder, values, **other)))

    return make


@pytest.fixture
def eventful(tmp_path):
    """A slower walk that was mended, bytes grown for good, a crash, a release that does not install, a control."""
    grown, crashed = "loops.Walk.track_temp_bytes", "hostile.Name.time_steady"
    folder = Folder(
        tmp_path / "results",
        {
            STEADY: entry(STEADY, [["64"]]),
            grown: entry(grown, [["64"]], unit="bytes"),
            crashed: entry(crashed, [["<script>alert(1)</script>|*"]]),
        },
    )
    along = [*commits(4), *commits(1, "main")]
    times, sizes = [0.32e-3, 49e-3, None, 0.25e-3, 0.26e-3], [0, 0, None, 67108864, 67108864]
    for number, commit in enumerate(along):
        if number == 2:
            folder.put(commit, install="no wheel for jaxlib 0.8.2")
            continue
        hostile = {"params": ("<script>alert(1)</script>|*",)}
        ended = {"outcome": "crash", "rounds": (), "reason": "exit code -11", "stderr": "one\n\x1b[31m```\n<b>two</b>"}
        folder.put(
            commit,
            record(params=("64",), rounds=(times[number],)),
            record(grown, params=("64",), rounds=(float(sizes[number]),)),
            record(crashed, **hostile | (ended if number == 3 else {})),
            on=[device("0.9" if number >= 3 else commit.label)],
        )
    return summarise(load(folder.path, None, along))
