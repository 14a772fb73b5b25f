"""The report as text for a terminal, and as Markdown."""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

from tabulate import tabulate

from jaxvelocity.history import EVERYTHING, Change
from jaxvelocity.report import calibration, section, units
from jaxvelocity.report.summary import Failure, Report

_COLUMNS = {
    "benchmark": "left",
    "params": "left",
    "metric": "left",
    "from → to": "left",
    "before": "right",
    "after": "right",
    "ratio": "right",
    "state": "left",
    "mended in": "left",
}
"""heading → side"""

_NOISY_SHOWN = 5

_UNSEEN = 100.0
"""A ratio: where not even such a step is seen, how large it would have to be says nothing more."""

_MARKED = str.maketrans({**{character: f"\\{character}" for character in "\\|*_`<>[]#&~"}, "@": "@\u200b"})
"""What Markdown would read as markup; an invisible space keeps an @ from calling somebody."""


def text(report: Report) -> str:
    """Give the report as plain text, machine and device first."""
    parts = ["\n".join(map(one_line, opening(report)))]
    if report.changes:
        parts.append(_table(report, rows(report), "simple"))
    for failure in report.failures:
        parts.append("\n    ".join([_failure(failure), *_lines(failure.stderr)]))
    for block in section.blocks(report.evaluation) if report.evaluation else ():
        match block:
            case section.Heading(words, level):
                parts.append("\n".join([one_line(words), "=-"[level - 1] * len(one_line(words))]))
            case section.Table():
                parts.append(_grid(block, "simple"))
            case lines:
                parts.append("\n".join(map(one_line, lines)))
    return "\n\n".join([*parts, *map(one_line, closing(report))])


def markdown(report: Report) -> str:
    """Give the report as Markdown; names and messages stay text whatever they hold."""
    parts = [marked(one_line(line)) for line in opening(report)]
    if report.changes:
        parts.append(_table(report, [[marked(cell) for cell in row] for row in rows(report)], "pipe"))
    for failure in report.failures:
        parts.append(marked(_failure(failure)))
        if failure.stderr:
            parts.append("\n".join(f"    {line}" for line in _lines(failure.stderr)))
    for block in section.blocks(report.evaluation) if report.evaluation else ():
        match block:
            case section.Heading(words, level):
                parts.append(f"{(level + 1) * '#'} {marked(one_line(words))}")
            case section.Table():
                parts.append(_grid(block, "pipe"))
            case lines:
                item = "- " if len(lines) > 1 else ""
                parts.append("\n".join(f"{item}{marked(one_line(line))}" for line in lines))
    return "\n\n".join([*parts, *(marked(one_line(line)) for line in closing(report))])


def rows(report: Report) -> list[list[str]]:
    """Give the table of changes, worst first; a column of devices comes last where there are several."""
    several = len(report.history.devices) > 1
    return [
        [one_line(cell) for cell in (*_cells(change), *([change.key.device] if several else []))]
        for change in report.changes
    ]


def one_line(words: str) -> str:
    """Make printable text of one line: what a process wrote may hold escape sequences and line breaks."""
    return "".join(letter if letter.isprintable() else " " for letter in words).strip()


def headings(report: Report) -> list[str]:
    """Give the headings of `rows`."""
    return [*_COLUMNS, *(["device"] if len(report.history.devices) > 1 else [])]


def _table(report: Report, cells: list[list[str]], form: str) -> str:
    named = headings(report)
    sides = [_COLUMNS.get(name, "left") for name in named]
    return tabulate(cells, named, tablefmt=form, disable_numparse=True, colalign=sides)


def _grid(table: section.Table, form: str) -> str:
    def written(cell: str) -> str:
        return marked(one_line(cell)) if form == "pipe" else one_line(cell)

    return tabulate(
        [[written(cell) for cell in row] for row in table.rows],
        [name for name, _ in table.headings],
        tablefmt=form,
        disable_numparse=True,
        colalign=[side for _, side in table.headings],
    )


def _cells(change: Change) -> Sequence[str]:
    unit = change.key.unit
    return (
        "everything" if change.key.benchmark == EVERYTHING else change.key.benchmark,
        ", ".join(change.key.params),
        "" if change.key.metric == EVERYTHING else change.key.metric,
        f"{change.from_ or 'the start'} → {change.to}",
        units.value(change.before, unit),
        units.value(change.after, unit),
        units.ratio(change.ratio),
        change.state + (f": {change.reason}" if change.reason else ""),
        change.mended_in or "",
    )


def opening(report: Report) -> Iterable[str]:
    """Give the lines that every report begins with: machine, device, when, how much, what was found."""
    history = report.history
    machine = history.machine or "none yet"
    yield f"machine {machine}, device {'; '.join(history.devices) or 'none measured'}"
    left_out = f"; {_many(history.stale, 'stale record')} left out" if history.stale else ""
    if not report.range:
        others = [name for name in history.machines if name != history.machine]
        elsewhere = f" (measured machines: {', '.join(others)})" if others else ""
        yield f"nothing measured yet: run `jaxvelocity run`{elsewhere}{left_out}"
        return
    if history.measured_at:
        first, last = history.measured_at
        yield f"measured from {first} to {last}"
    benchmarks = {(series.key.benchmark, series.key.params) for series in history.series}
    yield (
        f"{_many(len(benchmarks), 'benchmark')} at {_many(len(history.commits), 'commit')}, "
        f"{' to '.join(dict.fromkeys(report.range))}{left_out}"
    )
    yield _counts(report)


def _counts(report: Report) -> str:
    if not report.changes:
        return "no change found"
    kinds = Counter(map(_kind, report.changes))
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    return f"{_many(len(report.changes), 'change')}: {counted}; still slower or larger: {len(report.holding)}"


def _kind(change: Change) -> str:
    if change.state not in ("suspected", "confirmed"):
        return change.state
    return "faster or smaller" if change.ratio is not None and change.ratio < 1 else "slower or larger"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _failure(failure: Failure) -> str:
    name = "everything" if failure.benchmark == EVERYTHING else failure.benchmark
    named = " ".join(filter(None, [name, ", ".join(failure.params), ", ".join(failure.metrics)]))
    return one_line(f"{named} at {failure.commit.label}: {failure.what}")


def _lines(stderr: str) -> list[str]:
    return [one_line(line) for line in stderr.splitlines()]


def closing(report: Report) -> Iterable[str]:
    """Give the lines that every report ends with: the control, what duets can show, what to know of the points."""
    if report.controls:
        control = report.controls[0]
        apart = [abs(one.log_ratio) for one in report.controls]
        yield (
            f"control: {control.newer.label} and {control.older.label} hold the same pins; "
            f"{_many(len(apart), 'pair')} of clocks came out {units.percent(statistics.median(apart))} apart "
            f"(median), {units.percent(max(apart))} at most"
        )
    if report.history.calibration and report.history.calibration.controls:
        yield calibration.line(report.history.calibration)
    if report.noisy:
        shown = ", ".join(
            " ".join(filter(None, [one.key.benchmark, *one.key.params, one.key.metric]))
            + (f" (below {units.ratio(math.exp(one.limit))})" if one.limit < math.log(_UNSEEN) else " (of any size)")
            for one in report.noisy[:_NOISY_SHOWN]
        )
        more = len(report.noisy) - _NOISY_SHOWN
        yield f"too noisy here to show a step of 2×: {shown}" + (f" and {more} more" if more > 0 else "")
    disturbed = sum(point.record.is_disturbed for series in report.history.series for point in series.points)
    if disturbed:
        yield (
            f"{_many(disturbed, 'point')} measured while the machine was busy with other things or its clock slow: "
            "`jaxvelocity run --retry` measures them again"
        )
    yield from report.history.problems


def marked(words: str) -> str:
    """Make text of what Markdown would read as markup."""
    return words.translate(_MARKED)
