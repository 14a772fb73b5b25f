"""Makes results folders in asv's own format: values through asv's Results, records through ours."""

import itertools
import json
import statistics
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from asv.results import Results
from asv.runner import BenchmarkResult

from jaxvelocity.history import Commit, Device, Install, Record, RecordFile, dump

ENV = "virtualenv-py3.12-pip+asv_runner0.3.2"

MACHINE = "test-2"

STEADY = "loops.Walk.time_steady"


def device(jax="0.8.0", **other):
    fields = {
        "platform": "cpu",
        "kind": "cpu",
        "cpu": "Example 9000",
        "threads": 2,
        "x64": False,
        "flags": {"XLA_FLAGS": ""},
        "versions": {"jax": jax, "jaxlib": jax, "numpy": "2.5.5"},
    }
    return Device(**fields | other)


def commits(count, axis="releases"):
    """Commits r0, r1, … (or m0, m1, …), a day apart."""
    letter = axis[0]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        Commit(f"{number:06x}{ord(letter):x}{0:032x}", f"{letter}{number}", start + timedelta(number), axis)
        for number in range(count)
    ]


def entry(name, params=(), unit="seconds", **other):
    marks = {"version": "1", "functions": "f1", "inputs": "i1"}
    axes = [[repr(word) for word in axis] for axis in params]
    names = [f"p{number}" for number in range(len(axes))]
    return {"name": name, "params": axes, "param_names": names, "unit": unit, "type": "time", **marks, **other}


def record(benchmark=STEADY, rounds=(1e-3,), **other):
    fields = {
        "params": (),
        "device": 0,
        "visit": "v1",
        "started": "2026-12-01T13:00:00Z",
        "version": "1",
        "functions": "f1",
        "inputs": "i1",
        "outcome": "ok",
        "calls_per_sample": 1,
        "samples": 20,
        "stages": {"trace": 0.01},
    }
    return Record(benchmark=benchmark, rounds=tuple(rounds), **fields | other)


@dataclass
class Folder:
    """A results folder; `put` writes what one commit left."""

    path: Path
    entries: dict = field(default_factory=lambda: {STEADY: entry(STEADY)})

    def __post_init__(self):
        self.path.mkdir(parents=True, exist_ok=True)
        (self.path / "benchmarks.json").write_text(json.dumps({**self.entries, "version": 2}))

    def file(self, commit, suffix=".jsonl", machine=MACHINE):
        return self.path / machine / f"{commit.hash[:8]}-{ENV}{suffix}"

    def put(self, commit, *records, on=None, machine=MACHINE, install=None):
        """Write asv's file and ours: asv's value is the median of the rounds, null or NaN as asv has them."""
        results = Results({"machine": machine}, {}, commit.hash, 0, "3.12", ENV, {})
        for name, group in itertools.groupby(
            sorted(records, key=lambda one: one.benchmark), key=lambda one: one.benchmark
        ):
            known = {one.params: one for one in group}
            listed = self.entries.get(name) or entry(name)
            combinations = list(itertools.product(*([word.strip("'") for word in axis] for axis in listed["params"])))
            found = [known.get(combination) for combination in combinations]
            values = [None if one is None else asv_value(one) for one in found]
            samples = [
                list(one.rounds) if one and one.outcome == "ok" and listed["unit"] == "seconds" else None
                for one in found
            ]
            numbers = [1 if sample else None for sample in samples]
            results.add_result(listed, BenchmarkResult(values, samples, numbers, 0, "", None), record_samples=True)
        results.save(str(self.path))
        (self.path / machine / "machine.json").write_text(json.dumps({"machine": machine, "version": 1}))
        devices = tuple(on) if on else (device(),)
        text = dump(
            RecordFile(commit.hash, ENV, devices, install and Install(install, "2026-12-01T13:00:00Z"), records)
        )
        self.file(commit, machine=machine).write_text(text)


def asv_value(one):
    if one.outcome == "skipped":
        return float("nan")
    return statistics.median(one.rounds) if one.outcome == "ok" else None


def line(folder, values, along=None, **other):
    """Put one value a commit: a number, a tuple of rounds, an outcome's name, or None for a gap."""
    along = along or commits(len(values))
    for commit, value in zip(along, values, strict=True):
        if value is None:
            continue
        if isinstance(value, str):
            fields = {"outcome": value, "rounds": (), "reason": f"because {value}"}
        else:
            fields = {"rounds": value if isinstance(value, tuple) else (value,)}
        folder.put(commit, record(**fields | other), on=[device(jax=commit.label)])
    return along
