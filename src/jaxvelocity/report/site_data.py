"""The data that the pages draw from: one object, in a plain script file, as the pages may be opened from disk."""

import itertools
import re
from collections.abc import Mapping
from typing import Any

from jaxvelocity import history as past
from jaxvelocity.history import Commit, Point, Series, duets
from jaxvelocity.history.records import Record
from jaxvelocity.report import document
from jaxvelocity.report.summary import Report

_DIGITS = 5
"""A value is written to so many: five times finer than any of them is known."""

_REPORT = re.compile(r"\b([\w.-]+/[\w.-]+)#(\d+)\b")
"""How a benchmark names the public report that it stands for: `jax-ml/jax#25190`."""


def data(report: Report) -> dict[str, Any]:
    """Give all that the pages show, as json.dumps writes it.

    A point is a list: the commit's place in `commits`, value, low, high, outcome (None where ok), what is said of it;
    what is None at its end is left out.
    """
    history = report.history
    place = {commit: number for number, commit in enumerate(history.commits)}
    spreads = history.calibration.spreads() if history.calibration else {}
    return {
        "schema": document.SCHEMA,
        "machine": history.machine,
        "commits": [
            {"label": one.label, "date": f"{one.date:%Y-%m-%d}", "axis": one.axis, "hash": one.hash[:8]}
            for one in history.commits
        ],
        "benchmarks": _benchmarks(report),
        "series": [_series(series, place, spreads, report.limits[series.key]) for series in history.series],
        "changes": [
            document.change(change, several=True) | {"axis": change.axis, "holds": change in report.holding}
            for change in report.changes
        ],
        "broken": [
            {"commit": place[one.commit], "reason": one.install.reason}
            for one in history.broken_installs
            if one.commit in place
        ],
    }


def _benchmarks(report: Report) -> dict[str, dict[str, Any]]:
    history = report.history
    found: dict[str, dict[str, Any]] = {}
    for series in history.series:
        name = series.key.benchmark
        about = history.about.get(name, "")
        found[name] = {
            "about": about,
            "code": history.code.get(name, ""),
            "asv": series.points[0].record.benchmark if name not in found else found[name]["asv"],
            "reports": [
                {"name": f"{where}#{number}", "address": f"https://github.com/{where}/issues/{number}"}
                for where, number in _REPORT.findall(about)
            ],
        }
    return found


def _series(
    series: Series,
    place: Mapping[Commit, int],
    spreads: Mapping[tuple[str, tuple[str, ...], str], float],
    limit: float,
) -> dict[str, Any]:
    key = series.key
    spread = spreads.get((key.benchmark, key.params, key.metric))
    return {
        "benchmark": key.benchmark,
        "params": list(key.params),
        "metric": key.metric,
        "unit": key.unit,
        "device": key.device,
        "axis": series.axis,
        "judged": key.metric not in past.NOT_JUDGED,
        "limit": _short(limit),
        "shows": None if spread is None else _short(duets.visible(spread)),
        "points": [_point(point, place[point.commit]) for point in series.points],
    }


def _disturbance(record: Record) -> str:
    busy = f"others kept {record.disturbed:.1f} CPUs busy" if record.disturbed is not None else ""
    slow = f"the same work took the CPU {record.slowed:.1f} times as long" if record.slowed is not None else ""
    return " and ".join(filter(None, (busy, slow)))


def _point(point: Point, commit: int) -> list[Any]:
    failed = None if point.outcome == "ok" else point.record.outcome
    reason = None if failed is None else (point.record.reason or failed)
    if failed is None and point.record.is_disturbed:
        reason = f"measured while {_disturbance(point.record)}"
    found = [commit, _short(point.value), _short(point.low), _short(point.high), failed, reason]
    while found[-1] is None:
        found.pop()
    return found


def _short(number: float | None) -> float | None:
    return None if number is None else float(f"{number:.{_DIGITS}g}")


def means(report: Report) -> dict[Commit, dict[str, float]]:
    """Give the geometric mean of the steady calls' ratios at each release to the one measured before it, by device."""
    found: dict[Commit, dict[str, list[float]]] = {}
    for series in report.history.series:
        if series.axis != "releases" or series.key.metric != "steady":
            continue
        valued = [point for point in series.points if point.outcome == "ok"]
        for old, new in itertools.pairwise(valued):
            step = past.ratio(old.value, new.value)
            if step is not None and step > 0:
                found.setdefault(new.commit, {}).setdefault(series.key.device, []).append(step)
    return {
        commit: {device: past.geometric_mean(steps) for device, steps in by_device.items()}
        for commit, by_device in found.items()
    }
