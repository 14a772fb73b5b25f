"""The simple site: one static page that opens from disk, each series as its ratio to the first release."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from jaxvelocity import history as past
from jaxvelocity.errors import ResultsError
from jaxvelocity.files import write_whole
from jaxvelocity.history import Axis, Commit, Point, Series
from jaxvelocity.report import text, units
from jaxvelocity.report.summary import Report

FULL_COLOUR = 4.0
"""The ratio, or one over it, from which on a cell is coloured in full; below, colour grows with the log ratio."""

_MARKS = {"broken": "✗ {reason}", "wrong": "≠ wrong", "skipped": "skipped"}
"""outcome → what its cell says, so that colour never says it alone"""

_SHORT_HISTORY = "One commit is measured so far: nothing to compare it with yet."


@dataclass(frozen=True)
class Cell:
    """A table's cell: what it says, what it tells on a pause, its kind (a CSS class), its colour in 0…100."""

    words: str
    more: str
    kind: str
    strength: int


@dataclass(frozen=True)
class Row:
    """One benchmark with one set of parameters."""

    name: str
    params: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """One metric on one device along one axis."""

    caption: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def build(report: Report, html_dir: Path) -> Path:
    """Write `html_dir`/index.html whole, or leave the old one; give its path. Raises ResultsError."""
    environment = Environment(
        loader=PackageLoader("jaxvelocity.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("index.html.j2").render(
        opening=list(text.opening(report)),
        closing=list(text.closing(report)),
        headings=text.headings(report),
        changes=text.rows(report),
        metrics=_metrics(report),
        full=units.ratio(FULL_COLOUR),
    )
    target = html_dir / "index.html"
    try:
        write_whole(target, page)
    except OSError as error:
        raise ResultsError(
            f"{target} can't be written ({error.strerror}): make room or choose a folder that can be written"
        ) from error
    return target


def _metrics(report: Report) -> dict[str, list[Table]]:
    """Give the tables of each metric, steady first."""
    grouped: dict[str, dict[tuple[str, Axis], list[Series]]] = defaultdict(lambda: defaultdict(list))
    for series in report.history.series:
        grouped[series.key.metric][series.key.device, series.axis].append(series)
    order = sorted(grouped, key=lambda metric: (metric != "steady", metric))
    return {
        metric: [
            _table(
                f"{metric}, {'releases of JAX' if axis == 'releases' else 'commits of main'}, {device}",
                [commit for commit in report.history.commits if commit.axis == axis],
                [commit for commit in _broken(report) if commit.axis == axis],
                lines,
            )
            for (device, axis), lines in sorted(grouped[metric].items(), key=lambda item: item[0], reverse=True)
        ]
        for metric in order
    }


def _broken(report: Report) -> list[Commit]:
    return [one.commit for one in report.history.broken_installs]


def _table(caption: str, commits: Sequence[Commit], broken: Sequence[Commit], lines: Sequence[Series]) -> Table:
    return Table(
        caption=caption,
        note=_SHORT_HISTORY if len(commits) == 1 else "",
        columns=tuple(commit.label for commit in commits),
        rows=tuple(
            Row(line.key.benchmark, ", ".join(line.key.params), _cells(line, commits, broken)) for line in lines
        ),
    )


def _cells(line: Series, commits: Sequence[Commit], broken: Sequence[Commit]) -> tuple[Cell, ...]:
    points = {point.commit: point for point in line.points}
    first = next((point for point in line.points if point.outcome == "ok"), None)
    gap = Cell("", "not measured", "gap", 0)
    missing = {commit: Cell(_MARKS["broken"].format(reason="install"), "", "broken", 0) for commit in broken}
    return tuple(
        _cell(points[commit], first, line.key.unit) if commit in points else missing.get(commit, gap)
        for commit in commits
    )


def _cell(point: Point, first: Point | None, unit: str) -> Cell:
    if point.outcome != "ok" or first is None:
        record = point.record
        more = text.one_line(record.reason or record.outcome)
        return Cell(_MARKS[point.outcome].format(reason=point.reason), more, point.outcome, 0)
    written = units.value(point.value, unit)
    if point is first:
        return Cell(written, "the first, which the others are divided by", "first", 0)
    ratio = past.ratio(first.value, point.value)
    if ratio is None or ratio <= 0:  # from 0 to something, or down to 0: no ratio that a colour can show
        return Cell(written, written, "slower" if ratio is None else "faster", 100)
    depth = math.log(ratio) / math.log(FULL_COLOUR)
    strength = round(100 * min(1.0, abs(depth)))
    kind = "same" if strength == 0 else "slower" if depth > 0 else "faster"
    return Cell(units.ratio(ratio), written, kind, strength)
