"""Side records, which benchmark processes leave under `.asv/side/`, filed beside asv's results.

A process that came to its end left a record with its outcome. One that was ended left a record still `running`, or
none, and a trace: what faulthandler wrote when the limit was reached or a signal hit it.
"""

import itertools
import json
import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psutil
from asv.results import get_filename

from jaxvelocity.errors import ResultsError
from jaxvelocity.files import move_aside, write_whole
from jaxvelocity.history import combinations, records
from jaxvelocity.measure.disturbance import Disturbance

_SIDE_FORMAT = 3
"""1: the first. 2: `blas` of the device, `deviation`, `dtypes`. 3: `spent`. What `benchmarks/_record.py` writes."""

_MACHINE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}|")

_STDERR_LINES = 40

_UNDISTURBED = Disturbance()

_FRAME = re.compile(r'^  File "(?P<file>[^"]*)", line (?P<line>\d+) in (?P<function>.+)$', re.MULTILINE)


@dataclass(frozen=True)
class Visit:
    """What a run knows of the processes it had asv start, and asv keeps nowhere.

    suite: the benchmarks of the slice, by asv's name. exit_codes, texts: by the same, of the last that failed.
    disturbance: what disturbed the slice.
    """

    machine: str
    commit: str
    env: str
    started: str
    suite: Mapping[str, Mapping[str, Any]]
    exit_codes: Mapping[str, int]
    texts: Mapping[str, str]
    disturbance: Disturbance = _UNDISTURBED


@dataclass(frozen=True)
class _Found:
    """A side record, and the files that it was read from."""

    raw: dict[str, Any]
    files: tuple[Path, ...]


def file_all(root: Path, results: Path, visit: Visit | None = None) -> list[str]:
    """File every finished process's record under `results/<machine>/` and remove it from `.asv/side/`.

    visit: the run that has just ended, if it was ours; then every benchmark in it gets a record, even where its
    process left none. Returns one line for each record that can't be read; those are left where they are.
    """
    side = root / ".asv" / "side"
    problems: list[str] = []
    found: list[_Found] = []
    for path in sorted(side.glob("*.json")):
        trace = path.with_suffix(".trace")
        try:
            raw = json.loads(path.read_text())
            _check(raw)
            running = raw["outcome"] == "running"
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            problems.append(f"side record {path.name} can't be read ({type(error).__name__}: {error}); left aside")
            continue
        if running and _alive(raw["pid"], path):
            continue
        if running:
            # What an earlier run left may have been stopped with it, and is no crash.
            raw |= _ended(trace, visit if visit and raw["started"] >= visit.started else None)
        if raw["commit"] and raw["outcome"] != "running":
            found.append(_Found(raw, (path, trace)))
        else:  # stopped together with whoever had started it, or started by no run of a commit: says nothing
            path.unlink()
    found += _silent(side, results, visit, found) if visit else []
    for target, group in itertools.groupby(sorted(found, key=_target), key=_target):
        problems += _file(results, target, list(group), visit)
    _sweep(side)
    return problems


def _check(raw: dict[str, Any]) -> None:
    """Raise ValueError for what is no side record of ours: it may have been cut short, or edited."""
    if raw["format"] != _SIDE_FORMAT:
        raise ValueError(f"format {raw['format']}, wanted {_SIDE_FORMAT}")
    for name in ("benchmark", "commit", "env", "machine", "visit", "started", "version", "functions", "inputs"):
        if not isinstance(raw[name], str):
            raise ValueError(f"{name} {raw[name]!r}, a text is wanted")
    # These become names of files.
    if not re.fullmatch(r"[0-9a-f]*", raw["commit"]) or "/" in raw["env"] or not _MACHINE.fullmatch(raw["machine"]):
        raise ValueError("commit, env or machine can't be a file's name")
    if not isinstance(raw["pid"], int) or raw["pid"] < 1:
        raise ValueError(f"pid {raw['pid']!r}")
    if "device" in raw:
        device_of(raw["device"])
    _record(raw if raw["outcome"] != "running" else raw | {"outcome": "crash"}, 0, _UNDISTURBED)


def _alive(pid: int, left: Path) -> bool:
    """Whether the process that has left a file still runs; its number may be another's by now."""
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and process.create_time() <= left.stat().st_mtime
    except (psutil.Error, OSError, OverflowError):
        return False


def _silent(side: Path, results: Path, visit: Visit, found: Sequence[_Found]) -> list[_Found]:
    """Make records for processes of the visit that left none: they ended while they imported the suite, mostly."""
    spoken = {(one.raw["benchmark"], tuple(one.raw["params"])) for one in found if one.raw["commit"] == visit.commit}
    path = path_of(results, visit.machine, visit.commit, visit.env)
    if path.exists():
        spoken |= {(one.benchmark, one.params) for one in records.read(path).records if one.started >= visit.started}
    silent = []
    for name, entry in visit.suite.items():
        for index, params in enumerate(combinations(entry["params"])):
            if (name, params) in spoken:
                continue
            text = visit.texts.get(name, "").strip()
            raw = {
                **{mark: entry[mark] for mark in ("version", "functions", "inputs")},
                "benchmark": name,
                "params": list(params),
                "machine": visit.machine,
                "commit": visit.commit,
                "env": visit.env,
                "visit": f"{visit.commit[:8]}-{visit.started}",
                "started": visit.started,
                "outcome": "exception",
                "reason": text.splitlines()[-1][:300] if text else "its process left nothing",
            }
            traces = [*side.glob(f"{visit.commit[:8]}-*-{name}-{index}-*.trace")]
            silent.append(_Found(raw | (_traced(traces[-1]) if traces else {}), tuple(traces)))
    return silent


def _sweep(side: Path) -> None:
    """Remove what processes that are gone have left and nobody files."""
    for trace in side.glob("*.trace"):
        pid = trace.stem.rpartition("-")[2]
        if pid.isdecimal() and not trace.with_suffix(".json").exists() and not _alive(int(pid), trace):
            trace.unlink()
    for numbers in side.glob("*-*.numbers"):
        pid = numbers.name.split("-")[1]
        if pid.isdecimal() and not _alive(int(pid), numbers):
            numbers.unlink()


def path_of(results: Path, machine: str, commit: str, env: str) -> Path:
    """Where the records of a commit lie: beside asv's result file, under a suffix that asv passes over."""
    name: str = get_filename(machine, commit, env)
    return (results / name).with_suffix(".jsonl")


def _target(found: _Found) -> tuple[str, str, str]:
    return found.raw["machine"] or "unnamed", found.raw["commit"], found.raw["env"]


def _file(results: Path, target: tuple[str, str, str], found: Sequence[_Found], visit: Visit | None) -> list[str]:
    machine, commit, env = target
    path = path_of(results, machine, commit, env)
    problems: list[str] = []
    try:
        filed = read_or_new(path, commit, env)
    except ResultsError as error:
        problems.append(f"{error}; moved aside as {move_aside(path)}")
        filed = read_or_new(path, commit, env)
    devices = list(filed.devices)
    new: list[records.Record] = []
    for raw in sorted((one.raw for one in found), key=lambda raw: raw["started"]):
        if visit is not None and raw["outcome"] not in ("ok", "skipped"):
            raw["stderr"] = _last_lines(visit.texts.get(raw["benchmark"], ""), raw["params"]) or raw.get("stderr")
        device = device_of(raw["device"]) if "device" in raw else records.UNKNOWN
        if device not in devices:
            devices.append(device)
        mine = visit is not None and raw["started"] >= visit.started
        new.append(_record(raw, devices.index(device), visit.disturbance if visit and mine else _UNDISTURBED))
    # Something ran here, so the pins did install after all.
    filed = records.merge(replace(filed, devices=tuple(devices), install=None), new)
    write_whole(path, records.dump(filed))
    for one in found:
        for leftover in one.files:
            leftover.unlink(missing_ok=True)
    return problems


def read_or_new(path: Path, commit: str, env: str) -> records.RecordFile:
    """Read a commit's records; an empty file of its own where there is none. Raises ResultsError."""
    return records.read(path) if path.exists() else records.RecordFile(commit, env, (), None, ())


def device_of(raw: Mapping[str, Any]) -> records.Device:
    """Give the device that a benchmark process has described, without this machine's paths."""
    flags = {name: scrubbed(value) or "" for name, value in raw["flags"].items()}
    return records.device_of({**raw, "flags": flags})


def _record(raw: Mapping[str, Any], device: int, disturbance: Disturbance) -> records.Record:
    fields = {name: raw.get(name) for name in ("calls_per_sample", "samples", "error", "deviation", "dtypes")}
    for name in ("benchmark", "params", "visit", "started", "version", "functions", "inputs", "outcome"):
        fields[name] = raw[name]
    for name in ("stages", "spent"):
        fields[name] = {stage: _short(seconds) for stage, seconds in (raw.get(name) or {}).items()} or None
    fields["rounds"] = raw.get("rounds", ())
    fields["reason"], fields["stderr"] = scrubbed(raw.get("reason")), scrubbed(raw.get("stderr"))
    fields["disturbed"], fields["slowed"] = disturbance.cpus, disturbance.slowed
    return records.record_of({**fields, "device": device}, device + 1)


def _short(seconds: float | None) -> float | None:
    return None if seconds is None else float(f"{seconds:.3g}")


def _ended(trace: Path, visit: Visit | None) -> dict[str, Any]:
    """Say how a process that did not come to its end was ended; nothing, where it may just have been stopped."""
    traced = _traced(trace)
    if traced or visit is None:
        return traced
    code = visit.exit_codes.get(json.loads(trace.with_suffix(".json").read_text())["benchmark"])
    return {"outcome": "crash", "reason": ended_by(code or 0)}


def ended_by(status: int) -> str:
    """Say how a process ended that said nothing of it: its exit status, or less than 0 a signal's number."""
    if -status == signal.SIGKILL:
        return "ended by SIGKILL, as a system ends what takes more memory than there is"
    if -status in set(signal.Signals):
        return f"ended by {signal.Signals(-status).name}"
    return f"ended without a word, exit status {status}"


def _traced(trace: Path) -> dict[str, Any]:
    """Say what a trace tells of a process's end; nothing where it is empty."""
    text = trace.read_text(errors="replace") if trace.exists() else ""
    text = text.partition("\n")[2] if text.startswith("[") else text  # the parameters, noted on top
    frames = [f"{frame['function']} ({Path(frame['file']).name}:{frame['line']})" for frame in _FRAME.finditer(text)]
    where = f" in {frames[0]}" if frames else ""
    if text.startswith("Timeout"):
        limit = text.partition("(")[2].partition(")")[0]
        return {"outcome": "hang", "reason": f"no end within {limit}{where}", "stderr": _tail(text)}
    if text.startswith("Fatal"):
        return {"outcome": "crash", "reason": text.splitlines()[0] + where, "stderr": _tail(text)}
    return {}


def _last_lines(text: str, params: list[str]) -> str | None:
    """Give the end of what the process of these parameters printed; asv strings all of a benchmark's together."""
    sections = re.split(r"^For parameters: ", text, flags=re.MULTILINE)
    heading = ", ".join(map(repr, params))
    mine = [section.partition("\n")[2] for section in sections if section.partition("\n")[0] == heading]
    return _tail(mine[-1] if mine else text)


def _tail(text: str) -> str | None:
    return "\n".join(text.strip().splitlines()[-_STDERR_LINES:]) or None


def scrubbed(text: str | None) -> str | None:
    """Take out of a text where on this machine the project and its user's files lie: results are published."""
    for folder, name in ((Path.cwd(), "."), (Path.home(), "~")):
        if text is not None and folder != Path(folder.root):
            text = re.sub(rf"{re.escape(str(folder))}(?![\w.-])", name, text)
    return text
