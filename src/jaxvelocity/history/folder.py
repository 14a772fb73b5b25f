"""The results folder read whole: asv's values and our records become a history."""

import json
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from asv.results import Results
from asv.util import UserError

from jaxvelocity.errors import ResultsError
from jaxvelocity.history import calibration, confirmations, records
from jaxvelocity.history.records import UNKNOWN, Device, Record, RecordFile
from jaxvelocity.history.series import (
    Axis,
    BrokenInstall,
    Commit,
    History,
    Key,
    Point,
    PointOutcome,
    Series,
    combinations,
    stale,
)

_UNREADABLE = (UserError, OSError, ValueError, TypeError, KeyError, AttributeError, IndexError)
"""What asv's reader lets through when a file is cut short, of another version, or not asv's at all."""

_OUTCOMES: Mapping[str, PointOutcome] = {"ok": "ok", "skipped": "skipped", "wrong": "wrong"}
"""Any other outcome of a record is broken, and is itself the reason."""

_Value = tuple[float | None, float | None, float | None]


@dataclass(frozen=True)
class _Visited:
    """The files of one commit, as far as they could be read."""

    file: RecordFile
    values: Mapping[tuple[str, tuple[str, ...]], _Value]


def load(results_dir: Path, machine: str | None, commits: Sequence[Commit]) -> History:
    """Read what `results_dir` has of `machine` at `commits`, which are in order along each axis.

    machine: None for the one that was measured last. Files that can't be read are named in `problems` and
    left as they are. Nothing measured gives an empty history. Raises ResultsError if benchmarks.json is
    damaged.
    """
    machines = tuple(sorted(path.parent.name for path in results_dir.glob("*/machine.json")))
    read = {name: _record_files(results_dir / name) for name in ([machine] if machine else machines)}
    if machine is None and machines:
        machine = max(machines, key=lambda name: _last_started(read[name][0].values()))
    if machine is None:
        return History(None, machines)
    files = read[machine][0]
    problems = [problem for _, found in read.values() for problem in found]  # also another machine's: they look missing
    visited = []
    for path, file in files.items():
        values: Mapping[tuple[str, tuple[str, ...]], _Value] = {}
        try:
            if file.records:
                values = _values(path.with_suffix(".json"))
        except FileNotFoundError:
            pass  # a run was stopped before asv's file was there: nothing of it counts yet
        except _UNREADABLE as error:
            problems.append(_problem(path.with_suffix(".json"), error))
        visited.append(_Visited(file, values))
    empty = History(machine, machines)
    try:
        empty = replace(empty, confirmations=confirmations.read(results_dir, machine))
    except ResultsError as error:
        problems.append(str(error))
    try:
        empty = replace(empty, calibration=calibration.read(results_dir, machine))
    except ResultsError as error:
        problems.append(str(error))
    return _history(replace(empty, problems=tuple(problems)), visited, _entries(results_dir), commits)


def _record_files(folder: Path) -> tuple[dict[Path, RecordFile], list[str]]:
    files, problems = {}, []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            files[path] = records.read(path)
        except ResultsError as error:
            problems.append(str(error))
    return files, problems


def _last_started(files: Iterable[RecordFile]) -> str:
    return max((record.started for file in files for record in file.records), default="")


def _entries(results_dir: Path) -> dict[str, dict[str, Any]]:
    path = results_dir / "benchmarks.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        entries = {name: entry for name, entry in found.items() if isinstance(entry, dict) and "params" in entry}
        for entry in entries.values():
            combinations(entry["params"])
        return entries
    except FileNotFoundError:
        return {}
    except _UNREADABLE as error:
        raise ResultsError(f"{path} can't be read: move it away, then `jaxvelocity run` writes it anew") from error


def _problem(path: Path, error: BaseException) -> str:
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{path.parent.name}/{path.name} is left aside ({what}): move it away, then `jaxvelocity run`"


def _values(path: Path) -> dict[tuple[str, tuple[str, ...]], _Value]:
    """Read (value, low, high) of every benchmark and combination in one of asv's result files."""
    results = Results.load(str(path))
    found: dict[tuple[str, tuple[str, ...]], _Value] = {}
    for name in results.get_all_result_keys():
        params = results.get_result_params(name)
        values = results.get_result_value(name, params)
        stats = results.get_result_stats(name, params)
        for combination, value, stat in zip(combinations(params), values, stats, strict=True):
            interval = stat or {}
            found[name, combination] = (
                _finite(value),
                _finite(interval.get("ci_99_a")),
                _finite(interval.get("ci_99_b")),
            )
    return found


def _finite(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def _history(
    empty: History,
    visited: Sequence[_Visited],
    entries: Mapping[str, Mapping[str, Any]],
    commits: Sequence[Commit],
) -> History:
    """Order what was read: series by benchmark, parameters and device, points by commit."""
    place = {
        combination: number
        for number, combination in enumerate(
            (name, params) for name in sorted(entries) for params in combinations(entries[name]["params"])
        )
    }
    order = {commit.hash: number for number, commit in enumerate(commits)}
    here = [one for one in visited if one.file.commit in order]
    broken = {order[one.file.commit]: one.file.install for one in here if one.file.install}
    known = _last_device(here)
    lines: dict[tuple[int, Key, Axis], dict[int, Point]] = {}
    left_out = 0
    for one in here:
        at = order[one.file.commit]
        for record in one.file.records:
            named = (record.benchmark, record.params)
            if at in broken or named not in place:
                continue
            if stale(record, entries[record.benchmark], commits[at].axis):
                left_out += 1
                continue
            point = _point(record, one, commits[at], known)
            if point is None:
                continue
            key = _key(empty.machine or "", point, str(entries[record.benchmark]["unit"]))
            line = lines.setdefault((place[named], key, commits[at].axis), {})
            if at not in line or line[at].record.started < record.started:
                line[at] = point
    points = [point for line in lines.values() for point in line.values()]
    reached = sorted(broken.keys() | {at for line in lines.values() for at in line})
    started = [point.record.started for point in points]
    return replace(
        empty,
        commits=tuple(commits[at] for at in reached),
        series=tuple(
            Series(key, axis, tuple(line[at] for at in sorted(line)))
            for (_, key, axis), line in sorted(
                lines.items(), key=lambda item: (item[0][0], item[0][1].device, item[0][2])
            )
        ),
        devices=tuple(sorted({point.device.label for point in points})),
        broken_installs=tuple(BrokenInstall(commits[at], broken[at]) for at in sorted(broken)),
        stale=left_out,
        about={name.rpartition(".")[0]: str(entry.get("about", "")) for name, entry in entries.items()},
        # Of a class's methods the last by name would be one that the base class gives; what is timed is its own.
        code={name.rpartition(".")[0]: str(entries[name].get("code", "")) for name in sorted(entries, reverse=True)}
        | {name.rpartition(".")[0]: str(entry.get("code", "")) for name, entry in entries.items() if ".time_" in name},
        measured_at=(min(started), max(started)) if started else None,
    )


def _key(machine: str, point: Point, unit: str) -> Key:
    benchmark, _, method = point.record.benchmark.rpartition(".")
    metric = method.removeprefix("time_").removeprefix("track_")
    return Key(machine, point.device.label, benchmark, point.record.params, metric, unit)


def _last_device(visited: Sequence[_Visited]) -> Device:
    """Find what a process that died too early to say so ran on: what the last one that said so did."""
    return max(
        (
            (record.started, one.file.devices[record.device])
            for one in visited
            for record in one.file.records
            if one.file.devices[record.device] != UNKNOWN
        ),
        key=lambda found: found[0],
        default=("", UNKNOWN),
    )[1]


def _point(record: Record, visited: _Visited, commit: Commit, known: Device) -> Point | None:
    """Give the point, or None where asv's file has nothing of it: it was removed, or could not be read."""
    value = visited.values.get((record.benchmark, record.params))
    if value is None:
        return None
    measured, low, high = value
    outcome = _OUTCOMES.get(record.outcome, "broken")
    if outcome != "ok":
        measured = low = high = None
    elif measured is None:
        # asv wrote null over a good value (a later build failed), or NaN (a subset of the parameters was
        # asked for); the record still has what was measured.
        if not record.rounds:
            return None
        measured, low, high = statistics.median(record.rounds), None, None
        if not math.isfinite(measured):
            return None
    device = visited.file.devices[record.device]
    return Point(
        commit,
        measured,
        record.rounds,
        low,
        high,
        outcome,
        record.outcome if outcome == "broken" else record.reason,
        record.error,
        known if device == UNKNOWN else device,
        record,
    )
