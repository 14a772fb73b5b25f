"""Points along a branch: what was measured of one benchmark on one device, in the order of the commits."""

import ast
import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from jaxvelocity.history.calibration import Calibration
from jaxvelocity.history.confirmations import Confirmation
from jaxvelocity.history.records import Device, Install, Record

Axis = Literal["releases", "main"]

PointOutcome = Literal["ok", "broken", "wrong", "skipped"]


@dataclass(frozen=True)
class Commit:
    """A commit that may have been measured; `label` is the release or the short hash that people read."""

    hash: str
    label: str
    date: datetime
    axis: Axis


@dataclass(frozen=True)
class Key:
    """What a series is a series of. Two machines or two devices never share one.

    device: `Device.label`. benchmark: `module.Class`. metric: the method's name without `time_` or `track_`.
    """

    machine: str
    device: str
    benchmark: str
    params: tuple[str, ...]
    metric: str
    unit: str


@dataclass(frozen=True)
class Point:
    """A benchmark at one commit; value, rounds and the 99 % interval low…high are in the series' unit.

    value: None where the outcome is not ok. low, high: asv's interval of the value, None where it has none.
    reason: of a broken point `exception`, `crash` or `hang`; else what the record says.
    """

    commit: Commit
    value: float | None
    rounds: tuple[float, ...]
    low: float | None
    high: float | None
    outcome: PointOutcome
    reason: str | None
    error: float | None
    device: Device
    record: Record


@dataclass(frozen=True)
class Series:
    """Points of one key along one axis, in the order of the commits; what is stale or missing is absent."""

    key: Key
    axis: Axis
    points: tuple[Point, ...]

    @property
    def last(self) -> Point | None:
        """The newest point that was not skipped."""
        return next((point for point in reversed(self.points) if point.outcome != "skipped"), None)


@dataclass(frozen=True)
class BrokenInstall:
    """A commit whose pins did not install: everything is broken at it."""

    commit: Commit
    install: Install


@dataclass(frozen=True)
class History:
    """All that counts today of one machine's recorded results.

    commits: those with a point or a broken install, in order. devices: the labels of all that the points were
    measured on. stale: how many records are left out because their functions, inputs or version have changed
    since. problems: one line for each file that was left aside. about, code: what each benchmark is and its source, by
    `module.Class`.
    measured_at: the first and the last point's start (ISO 8601, UTC). confirmations: what duets have said of its steps.
    calibration: what duets can show on the machine.
    """

    machine: str | None
    machines: tuple[str, ...]
    commits: tuple[Commit, ...] = ()
    series: tuple[Series, ...] = ()
    devices: tuple[str, ...] = ()
    broken_installs: tuple[BrokenInstall, ...] = ()
    stale: int = 0
    problems: tuple[str, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict, hash=False)
    code: Mapping[str, str] = field(default_factory=dict, hash=False)
    measured_at: tuple[str, str] | None = None
    confirmations: tuple[Confirmation, ...] = ()
    calibration: Calibration | None = None


def stale(record: Record | None, entry: Mapping[str, Any], axis: Axis) -> bool:
    """Whether a record no longer counts against today's entry of the benchmark in asv's benchmarks.json.

    True: it must be measured again, and is not reported until then. False: it stands. Along the releases
    today's functions are what is measured, so a change of them counts; along main each commit measures its
    own.
    """
    if record is None:
        return True
    marks = ("version", "functions", "inputs") if axis == "releases" else ("version", "inputs")
    return any(getattr(record, mark) != entry.get(mark) for mark in marks)


def combinations(params: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Give a benchmark's parameter combinations, in asv's order, from asv's lists of what repr says of each value."""
    return list(itertools.product(*([_plain(text) for text in axis] for axis in params)))


def _plain(text: str) -> str:
    return str(ast.literal_eval(text)) if text[:1] in {"'", '"'} else text


def only(history: History, commits: Collection[str], benchmarks: Collection[str]) -> History:
    """Give the part of a history at some commits, by hash, and of some benchmarks, by asv's names."""
    kept = tuple(
        replace(series, points=tuple(point for point in series.points if point.commit.hash in commits))
        for series in history.series
    )
    return replace(
        history,
        commits=tuple(one for one in history.commits if one.hash in commits),
        series=tuple(one for one in kept if one.points and one.points[0].record.benchmark in benchmarks),
        broken_installs=tuple(one for one in history.broken_installs if one.commit.hash in commits),
    )


def since(history: History, commit: Commit) -> History:
    """Give the history from a commit's date on: the commit itself is what the rest is compared with."""
    kept = tuple(
        replace(series, points=tuple(point for point in series.points if point.commit.date >= commit.date))
        for series in history.series
    )
    return replace(
        history,
        commits=tuple(one for one in history.commits if one.date >= commit.date),
        series=tuple(series for series in kept if series.points),
        broken_installs=tuple(one for one in history.broken_installs if one.commit.date >= commit.date),
    )
