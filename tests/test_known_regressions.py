"""The recorded history holds the publicly reported changes that `docs/known-regressions.md` lists, as it lists them.

All is recomputed from the raw result files. The releases stand in that table, and nowhere in what finds them.
"""

import json
import re
from pathlib import Path

import pytest

from jaxvelocity import history
from jaxvelocity.history import Change, History, Point, Series, noise
from jaxvelocity.measure import targets
from jaxvelocity.releases import branch, catalogue
from jaxvelocity.report import document, summary, units

ROOT = Path(__file__).resolve().parent.parent
TABLE = (ROOT / "docs" / "known-regressions.md").read_text()
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in re.findall(r"^\|.*\|$", TABLE, re.MULTILINE)
    if re.search(r"`\w+\.\w+", line)
]


@pytest.fixture(scope="module")
def recorded() -> History:
    (machine,) = (path.parent.name for path in (ROOT / "results").glob("reference-*/machine.json"))
    commits = targets.commits(ROOT, branch.commits(catalogue.load()), ROOT / "results")
    return history.load(ROOT / "results", machine, commits)


@pytest.fixture(scope="module")
def report(recorded: History) -> summary.Report:
    return summary.summarise(recorded)


def seen(change: Change, series: Series) -> str:
    """Say a change as the table does: before → after, the ratio, and from where to where the rounds put it."""
    if change.state != "suspected":
        return change.reason if change.state == "broken" else f"wrong by {_point(series, change.to).error:.2g}"
    said = f"{units.value(change.before, change.key.unit)} → {units.value(change.after, change.key.unit)}"
    old, new = _point(series, change.from_).rounds, _point(series, change.to).rounds
    if change.ratio is None or change.key.unit != noise.CLOCK or not old or not new:
        return said
    low, high = min(new) / max(old), max(new) / min(old)
    return f"{said}, {units.ratio(change.ratio)} ({units.ratio(low)}–{units.ratio(high)})"


def _point(series: Series, label: str) -> Point:
    (point,) = [point for point in series.points if point.commit.label == label]
    return point


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[1]} {row[2]} {row[4]}" for row in ROWS])
def test_a_reported_change_is_found_where_it_happened(recorded, report, row):
    _, benchmark, metric, _, release, figures, mended = row
    subject, params = re.fullmatch(r"`([\w.]+)(?:\((.*)\))?`", benchmark).groups()
    place = (subject, tuple(params.split(", ") if params else ()), metric)
    (series,) = [
        one
        for one in recorded.series
        if one.axis == "releases" and (one.key.benchmark, one.key.params, one.key.metric) == place
    ]
    (change,) = [one for one in report.changes if one.key == series.key and one.to == release]
    assert seen(change, series) == figures
    assert (change.mended_in or "") == mended


def test_the_json_report_holds_them_too(report):
    changes = json.loads(document.dumps(report))["changes"]
    listed = {(one["benchmark"], ", ".join(one["params"]), one["metric"], one["to"]) for one in changes}
    for _, benchmark, metric, _, release, _, _ in ROWS:
        subject, params = re.fullmatch(r"`([\w.]+)(?:\((.*)\))?`", benchmark).groups()
        assert (subject, params or "", metric, release) in listed


def test_the_table_is_read():
    assert len(ROWS) == TABLE.count("| [") > 0
