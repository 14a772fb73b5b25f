"""Side records, which benchmark processes leave under `.asv/side/`, filed beside asv's results.

A process that came to its end left a record with its outcome. One that was ended left a record still `running`, or
none, and a trace: what faulthandler wrote when the limit was reached or a signal hit it.
"""

import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psutil
from asv.results import get_filename

from jaxvelocity.history import records
from jaxvelocity.measure.files import write_whole

_SIDE_FORMAT = 1
"""1: the first. What `benchmarks/_record.py` writes."""

_UNKNOWN = records.Device("unknown", "unknown", "unknown", 0, False, {}, {})
"""Of a process that was ended before it had a device, at a commit where none came so far."""

_STDERR_LINES = 20

_TRACE = re.compile(r"(?P<visit>[^-]*-\d+-\d+)-(?P<benchmark>[\w.]+)-(?P<index>\d+)-(?P<pid>\d+)\.trace")

_FRAME = re.compile(r'^  File "(?P<file>[^"]*)", line (?P<line>\d+) in (?P<function>.+)$', re.MULTILINE)


@dataclass(frozen=True)
class Outputs:
    """What asv knows of the processes of a slice and keeps nowhere: by benchmark, exit code and captured output."""

    exit_codes: Mapping[str, int]
    texts: Mapping[str, str]


def file_all(root: Path, results: Path, outputs: Outputs | None = None) -> list[str]:
    """File every finished process's record under `results/<machine>/` and remove it from `.asv/side/`.

    Returns one line for each record that can't be read; those are left where they are.
    """
    side = root / ".asv" / "side"
    problems: list[str] = []
    found: list[tuple[dict[str, Any], list[Path]]] = []
    for path in sorted(side.glob("*.json")):
        trace = path.with_suffix(".trace")
        try:
            raw = json.loads(path.read_text())
            if raw["format"] != _SIDE_FORMAT:
                raise ValueError(f"format {raw['format']}, wanted {_SIDE_FORMAT}")
        except (OSError, ValueError, KeyError, TypeError) as error:
            problems.append(f"side record {path.name} can't be read ({error}); left aside")
            continue
        if raw["outcome"] == "running" and psutil.pid_exists(raw["pid"]):
            continue
        if raw["outcome"] == "running":
            raw |= _ended(trace, outputs, raw["benchmark"])
        found.append((raw, [path, trace]))
    for trace in sorted(side.glob("*.trace")):
        match = _TRACE.fullmatch(trace.name)
        if match and not trace.with_suffix(".json").exists() and not psutil.pid_exists(int(match["pid"])):
            trace.unlink()  # it was ended before it knew what to run: asv has its null, and it is measured again
    for numbers in side.glob("*.numbers"):
        if not psutil.pid_exists(int(numbers.name.split("-")[1])):
            numbers.unlink()
    for target, group in itertools.groupby(sorted(found, key=_target_key), key=_target_key):
        _file(results, target, list(group), outputs)
    return problems


def path_of(results: Path, machine: str, commit: str, env: str) -> Path:
    """Where the records of a commit lie: beside asv's result file, under a suffix that asv passes over."""
    name: str = get_filename(machine, commit, env)
    return (results / name).with_suffix(".jsonl")


def _target_key(item: tuple[dict[str, Any], list[Path]]) -> tuple[str, str, str]:
    raw = item[0]
    return raw["machine"] or "unnamed", raw["commit"], raw["env"]


def _file(
    results: Path,
    target: tuple[str, str, str],
    found: list[tuple[dict[str, Any], list[Path]]],
    outputs: Outputs | None,
) -> None:
    machine, commit, env = target
    path = path_of(results, machine, commit, env)
    filed = records.read(path) if path.exists() else records.RecordFile(commit, env, (), None, ())
    devices = list(filed.devices)
    new: list[records.Record] = []
    for raw, _ in sorted(found, key=lambda item: item[0]["started"]):
        if outputs is not None and raw["outcome"] not in ("ok", "skipped"):
            raw["stderr"] = _last_lines(outputs.texts.get(raw["benchmark"], ""), raw["params"]) or raw.get("stderr")
        device = records.Device(**raw["device"]) if "device" in raw else devices[-1] if devices else _UNKNOWN
        if device not in devices:
            devices.append(device)
        new.append(_record(raw, devices.index(device)))
    # Something is measured here, so it did install after all.
    filed = records.merge(replace(filed, devices=tuple(devices), install=None), new)
    write_whole(path, records.dump(filed))
    for _, paths in found:
        for leftover in paths:
            leftover.unlink(missing_ok=True)


def _record(raw: Mapping[str, Any], device: int) -> records.Record:
    return records.Record(
        benchmark=raw["benchmark"],
        params=tuple(raw["params"]),
        device=device,
        visit=raw["visit"],
        started=raw["started"],
        version=raw["version"],
        functions=raw["functions"],
        inputs=raw["inputs"],
        outcome=raw["outcome"],
        calls_per_sample=raw.get("calls_per_sample"),
        samples=raw.get("samples"),
        rounds=(raw["median"],) if "median" in raw else (),
        stages={name: float(f"{seconds:.3g}") for name, seconds in raw.get("stages", {}).items()} or None,
        reason=raw.get("reason"),
        error=raw.get("error"),
        stderr=raw.get("stderr"),
    )


def _ended(trace: Path, outputs: Outputs | None, benchmark: str) -> dict[str, Any]:
    """Say how a process that did not come to its end was ended."""
    text = trace.read_text(errors="replace").partition("\n")[2] if trace.exists() else ""
    frames = [f"{frame['function']} ({Path(frame['file']).name}:{frame['line']})" for frame in _FRAME.finditer(text)]
    where = f" in {frames[0]}" if frames else ""
    if text.startswith("Timeout"):
        limit = re.search(r"\((\d+):(\d+):(\d+)", text)
        seconds = (
            sum(int(part) * 60**power for part, power in zip(limit.groups(), (2, 1, 0), strict=True)) if limit else 0
        )
        return {"outcome": "hang", "reason": f"no end after {seconds} s{where}", "stderr": _tail(text)}
    if text.startswith("Fatal"):
        return {"outcome": "crash", "reason": text.splitlines()[0] + where, "stderr": _tail(text)}
    code = outputs.exit_codes.get(benchmark) if outputs else None
    return {"outcome": "crash", "reason": "ended without a word" + (f", exit code {code}" if code else "")}


def _last_lines(text: str, params: list[str]) -> str | None:
    """Give the end of what the process of these parameters printed; asv strings all of a benchmark's together."""
    sections = re.split(r"^For parameters: ", text, flags=re.MULTILINE)
    heading = ", ".join(map(repr, params))
    mine = [section.partition("\n")[2] for section in sections if section.partition("\n")[0] == heading]
    return _tail(mine[-1] if mine else text)


def _tail(text: str) -> str | None:
    return "\n".join(text.strip().splitlines()[-_STDERR_LINES:]) or None
