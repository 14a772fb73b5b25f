"""The records that lie beside asv's result files: devices, rounds, stages and failures, one record a line."""

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from jaxvelocity.errors import ResultsError

FORMAT = 5
"""1: the first. 2: a device's `blas`, a record's `deviation` and `dtypes`. 3: a record's `spent`. 4: a record's
`disturbed`. 5: its `slowed`. An older file goes without."""

_READ = (1, 2, 3, 4, 5)

OUTCOMES = ("ok", "skipped", "exception", "wrong", "hang", "crash")

HASH = re.compile("[0-9a-f]{40}")
"""A commit, as git names it in full."""

_TEXTS = ("benchmark", "visit", "started", "version", "functions", "inputs")

_OPTIONAL: Mapping[str, tuple[type, ...]] = {
    "calls_per_sample": (int,),
    "samples": (int,),
    "stages": (dict,),
    "reason": (str,),
    "stderr": (str,),
    "dtypes": (str,),
    "spent": (dict,),
    "disturbed": (int, float),
    "slowed": (int, float),
}
"""field of a record → what it may be besides None: a file may have been edited by hand"""


@dataclass(frozen=True)
class Device:
    """What a benchmark process ran on, as it found it; `versions` are those really installed.

    blas: what NumPy multiplies matrices with: `name`, `version`, `core` (the kernels chosen for the CPU) and `threads`
    as far as it says them; `unset`: the environment variables that were taken away, with commas between. Empty where
    it is not on record.
    """

    platform: str
    kind: str
    cpu: str
    threads: int
    x64: bool
    flags: Mapping[str, str] = field(hash=False)
    versions: Mapping[str, str] = field(hash=False)
    count: int = 1
    blas: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def label(self) -> str:
        """The part of a device that never shares a series with another one."""
        return f"{self.platform}:{self.kind} on {self.cpu}"


UNKNOWN = Device("unknown", "unknown", "unknown", 0, False, {}, {})
"""Of a process that was ended before it had a device."""


@dataclass(frozen=True)
class Install:
    """Why nothing could be measured at a commit, and when (ISO 8601, UTC) that was seen."""

    reason: str
    at: str


@dataclass(frozen=True)
class Record:
    """One benchmark with one set of parameters, as one visit left it.

    benchmark: asv's name (`loops.WhileGather.time_steady`). device: position in the file's `devices`. visit:
    an id of the run. version, functions, inputs: what must equal today's for the record to count. rounds:
    each process's median in the benchmark's unit. stages: seconds by stage. error: the size of a wrong
    result's error. deviation: how far a result that passed was from its reference: max |result - reference| ÷
    max |reference|. dtypes: of the inputs. spent: what all its processes together spent on what is measured, seconds by
    kind: `compiled` (traced, lowered, compiled), `timed`, `warmed` (calls made outside the clock). disturbed: how many
    CPUs' time other processes took meanwhile, slowed: how many times as long as at its fastest in that run the CPU took
    for the same work; both where that was too much to pass over.
    """

    benchmark: str
    params: tuple[str, ...]
    device: int
    visit: str
    started: str
    version: str
    functions: str
    inputs: str
    outcome: str
    calls_per_sample: int | None = None
    samples: int | None = None
    rounds: tuple[float, ...] = ()
    stages: Mapping[str, float | None] | None = field(default=None, hash=False)
    reason: str | None = None
    error: float | None = None
    stderr: str | None = None
    deviation: float | None = None
    dtypes: str | None = None
    spent: Mapping[str, float] | None = field(default=None, hash=False)
    disturbed: float | None = None
    slowed: float | None = None

    @property
    def is_disturbed(self) -> bool:
        """Whether the machine was not quiet meanwhile."""
        return self.disturbed is not None or self.slowed is not None


@dataclass(frozen=True)
class RecordFile:
    """All that is on record of one commit in one environment on one machine."""

    commit: str
    env: str
    devices: tuple[Device, ...]
    install: Install | None
    records: tuple[Record, ...]


def read(path: Path) -> RecordFile:
    """Read a record file. Raises ResultsError that names a file that is damaged or of another format."""
    number = 1
    try:
        head, *rest = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        file = _head(json.loads(head), path)
        records = []
        for number, line in enumerate(rest, start=2):  # noqa: B007 (the error below names the line)
            records.append(record_of(json.loads(line), len(file.devices)))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise ResultsError(
            f"{path.parent.name}/{path.name} can't be read as records (line {number}: {what}): "
            "move it away, then `jaxvelocity run`"
        ) from error
    return replace(file, records=tuple(records))


def _head(fields: dict[str, Any], path: Path) -> RecordFile:
    if fields["format"] not in _READ:
        raise ResultsError(
            f"{path.parent.name}/{path.name} has record format {fields['format']!r}, this jaxvelocity knows "
            f"{_READ[0]} to {_READ[-1]}: "
            "use the jaxvelocity that wrote it, or move the file away"
        )
    if not isinstance(fields["commit"], str) or not HASH.fullmatch(fields["commit"]):
        raise ValueError(f"commit {fields['commit']!r}: 40 hexadecimal digits are wanted")
    install = Install(**fields["install"]) if fields["install"] else None
    if install and not (isinstance(install.reason, str) and isinstance(install.at, str)):
        raise ValueError("the install's reason or date is no text")
    return RecordFile(
        commit=fields["commit"],
        env=str(fields["env"]),
        devices=tuple(device_of(device) for device in fields["devices"]),
        install=install,
        records=(),
    )


def device_of(fields: Mapping[str, Any]) -> Device:
    """Give a device as it stands in JSON. Raises ValueError, TypeError or KeyError for what is none."""
    device = Device(**fields)
    texts = [device.platform, device.kind, device.cpu]
    for mapping in (device.flags, device.versions, device.blas):
        texts += [*mapping, *mapping.values()]
    if not all(isinstance(text, str) for text in texts) or not isinstance(device.threads, int):
        raise ValueError("a device of other than texts and numbers")
    return device


def params_of(given: object) -> tuple[str, ...]:
    """Give parameters as they stand in JSON. Raises ValueError for what is no list of strings."""
    if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
        raise ValueError(f"params {given!r} is no list of strings")
    return tuple(given)


def record_of(fields: Mapping[str, Any], devices: int) -> Record:
    """Give a record as it stands in JSON, of a file with so many devices. Raises ValueError, TypeError or KeyError."""
    record = Record(**fields)
    if record.outcome not in OUTCOMES:
        raise ValueError(f"outcome {record.outcome!r} is none of {', '.join(OUTCOMES)}")
    if not 0 <= record.device < devices:
        raise ValueError(f"device {record.device} of {devices}")
    params = params_of(record.params)
    if not all(isinstance(getattr(record, name), str) for name in _TEXTS):
        raise ValueError(f"one of {', '.join(_TEXTS)} is no string")
    for name, kinds in _OPTIONAL.items():
        if getattr(record, name) is not None and not isinstance(getattr(record, name), kinds):
            raise ValueError(f"{name} {getattr(record, name)!r} is no {kinds[0].__name__}")
    for seconds in (*(record.stages or {}).values(), *(record.spent or {}).values(), record.disturbed, record.slowed):
        if seconds is not None and not math.isfinite(seconds):
            raise ValueError(f"{seconds} is no number of seconds, CPUs or times")
    if record.outcome == "ok" and not all(math.isfinite(float(value)) for value in record.rounds):
        raise ValueError(f"rounds {record.rounds!r}, numbers are wanted")
    return replace(
        record,
        params=params,
        rounds=tuple(float(value) for value in record.rounds),
        error=None if record.error is None else float(record.error),
        deviation=None if record.deviation is None else float(record.deviation),
    )


def dump(file: RecordFile) -> str:
    """Give the file's text: the head, then a record a line, keys sorted, None left out; `read` gives the same back."""
    head = {
        "format": FORMAT,
        "commit": file.commit,
        "env": file.env,
        "devices": [asdict(device) for device in file.devices],
        "install": asdict(file.install) if file.install else None,
    }
    lines = [head, *(_fields(record) for record in file.records)]
    return "".join(json.dumps(line, sort_keys=True, allow_nan=False) + "\n" for line in lines)


def _fields(record: Record) -> dict[str, Any]:
    fields = asdict(record)
    fields["rounds"] = [_written(value) for value in record.rounds]
    for name in ("error", "deviation"):
        fields[name] = None if fields[name] is None else _written(fields[name])
    return {name: value for name, value in fields.items() if value is not None}


def _written(value: float) -> float | str:
    # A wrong result's error is often NaN, which JSON has no number for; float() reads the text back.
    return value if math.isfinite(value) else str(value)


def merge(file: RecordFile, new: Iterable[Record]) -> RecordFile:
    """Add records: one of the same benchmark, parameters, visit and device adds rounds, another replaces.

    A round that failed makes the whole visit's record a failure; of two deviations the larger stays. The `device` of
    the new records counts in `file.devices`. Records come out sorted by benchmark and parameters.
    """
    merged = {(record.benchmark, record.params): record for record in file.records}
    for record in new:
        place = (record.benchmark, record.params)
        old = merged.get(place)
        if old and old.visit == record.visit and record.rounds and record.rounds[0] in old.rounds:
            continue  # the very process, filed twice: the tool was stopped before it could remove its side record
        if old and old.visit == record.visit and _alike(file, old, record):
            kept = old if old.outcome != "ok" and record.outcome == "ok" else record
            apart = [one.deviation for one in (old, record) if one.deviation is not None]
            merged[place] = replace(
                kept,
                rounds=old.rounds + record.rounds,
                started=old.started,
                deviation=max(apart, default=None),
                spent=_sum(old.spent, record.spent),
            )
        else:
            merged[place] = record
    return replace(file, records=tuple(merged[place] for place in sorted(merged)))


def _sum(one: Mapping[str, float] | None, other: Mapping[str, float] | None) -> Mapping[str, float] | None:
    if one is None or other is None:
        return one or other
    return {kind: float(f"{one.get(kind, 0.0) + other.get(kind, 0.0):.3g}") for kind in sorted({*one, *other})}


def _alike(file: RecordFile, old: Record, new: Record) -> bool:
    return old.device == new.device or UNKNOWN in (file.devices[old.device], file.devices[new.device])
