"""Duets in rounds, each with a fresh pair of servers, until every metric of every part is decided."""

import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxvelocity.errors import EnvironmentUnavailableError
from jaxvelocity.history import UNKNOWN, Change, Device, Key
from jaxvelocity.history.comparison import Failing
from jaxvelocity.measure.duet import play_duet
from jaxvelocity.measure.evidence import Evidence, change_of
from jaxvelocity.measure.filing import device_of
from jaxvelocity.measure.pair import Pair, SideName
from jaxvelocity.measure.parts import Part, metric_of
from jaxvelocity.measure.signals import Interrupted, interruptible

_CONTROL_SECONDS = 1e-3
"""From such a call on two equal programs are a control: of a shorter one the call around the program is a part."""

_FEW, _DUETS_OF_FEW = 8, 3
"""Where so few parts are left, so many duets of each come in a round: starting servers would be most of the time. Of
eight pairs of servers with three duets each, seven clocks, the servers made 0 to 20 % of the variance (F of 1.0 to 1.8,
where 2.7 would be 1 in 20)."""

Margin = Callable[[str, tuple[str, ...], str], float]
"""benchmark, params, metric → the least change that may be confirmed, 0.01 for 1 %"""

Advance = Callable[[str, float, float], None]
"""what is played next, duets played, duets that will be, as far as is known now"""

Choose = Callable[[Sequence[Mapping[str, Any]]], Sequence[Part]]
"""the suite, as a side lists it → the parts to play"""


@dataclass
class Played:
    """What has been played of all parts between two releases, and on what.

    programs: digests of the optimised programs by side. turns, duets: how many were played, of each part and in all.
    stopped: before all was decided, by the time or by the signal of the number `signalled`. left_out: what could not be
    imported.
    """

    evidence: dict[Part, dict[str, Evidence]] = field(default_factory=dict)
    programs: dict[Part, dict[SideName, str]] = field(default_factory=lambda: defaultdict(dict))
    device: Device = UNKNOWN
    versions: dict[SideName, Mapping[str, str]] = field(default_factory=dict)
    turns: Counter[Part] = field(default_factory=Counter)
    duets: int = 0
    seconds: float = 0.0
    stopped: bool = False
    signalled: int = 0
    left_out: tuple[str, ...] = ()

    def wanted(self, part: Part, margin: Margin) -> dict[str, int]:
        """Give the metrics of a part that are not decided, and how many more duets each wants as far as is known."""
        left = {
            name: one.duets_left(margin(part.benchmark, part.params, name)) for name, one in self.evidence[part].items()
        }
        return {name: number for name, number in left.items() if number}

    def left(self, margin: Margin) -> int:
        """Give how many more duets all parts want, as far as is known."""
        return sum(max(self.wanted(part, margin).values(), default=0) for part in self.evidence)


def play(
    root: Path,
    pythons: tuple[Path, Path],
    choose: Choose,
    margin: Margin,
    advance: Advance,
    *,
    minutes: float | None = None,
) -> Played:
    """Play duets of what `choose` picks until each part is decided, or the minutes are over.

    pythons: of the old and the new side. Every round starts a fresh pair of servers, and every duet in it a fresh pair
    of processes, because speed hangs on where a process's memory came to lie; where few parts are left, a round holds
    several duets of each. Raises EnvironmentUnavailableError where a side does not start.
    """
    begun = time.monotonic()
    played = Played()
    try:
        with interruptible():
            until = None if minutes is None else begun + 60 * minutes
            _play_rounds(root, pythons, choose, played, margin, advance, until)
    except EnvironmentUnavailableError as error:
        if not played.duets:
            raise
        played.stopped = True
        played.left_out += (str(error),)
    except Interrupted as stop:  # what was played is worth telling
        played.stopped, played.signalled = True, stop.number
    played.seconds = time.monotonic() - begun
    return played


def _play_rounds(
    root: Path,
    pythons: tuple[Path, Path],
    choose: Choose,
    played: Played,
    margin: Margin,
    advance: Advance,
    until: float | None,
) -> None:
    todo: list[Part] = []
    while True:
        with Pair(root, pythons) as pair:
            if not played.evidence:
                todo = _open(pair, choose, played)
            times = _DUETS_OF_FEW if len(todo) <= _FEW else 1
            for part in (part for part in todo for _ in range(times)):
                if not played.wanted(part, margin):
                    continue
                if until is not None and time.monotonic() > until:
                    played.stopped = True
                    return
                advance(part.name, played.duets, played.duets + played.left(margin))
                _add(pair, part, played, margin)
        todo = [part for part in todo if played.wanted(part, margin)]
        if not todo:
            return


def _open(pair: Pair, choose: Choose, played: Played) -> list[Part]:
    played.versions = pair.versions
    listed = pair.sides["new"].listed()
    benchmarks, problems = list(listed["benchmarks"]), list(listed["problems"])
    if problems:  # what only the old side can import is broken at the new one, not absent
        known = {one["name"] for one in benchmarks}
        benchmarks += [one for one in pair.sides["old"].listed()["benchmarks"] if one["name"] not in known]
    played.left_out = tuple(problems)
    chosen = list(choose(benchmarks))
    played.evidence = {part: {name: Evidence(unit) for name, unit in part.metrics.items()} for part in chosen}
    return chosen


def _add(pair: Pair, part: Part, played: Played, margin: Margin) -> None:
    """Play one duet of a part and add what it gives to the evidence."""
    pair.mend()
    evidence = played.evidence[part]
    duet = play_duet(pair.sides, part, list(played.wanted(part, margin)), played.turns[part])
    played.duets += 1
    played.turns[part] += 1
    played.programs[part] |= duet.programs
    if played.device == UNKNOWN and duet.device is not None:
        played.device = device_of(duet.device)
    for metric, reading in duet.readings.items():
        evidence[metric].add(reading, margin(part.benchmark, part.params, metric))
    for metric in duet.failed:
        for side, failure in duet.failures.items():
            evidence[metric].failures[side].append(failure)
    for side, seconds in duet.alone.items():
        if metric_of(part.name) in evidence:
            evidence[metric_of(part.name)].values[side].append(seconds)


def changes(played: Played, machine: str, old: str, new: str, margin: Margin) -> list[Change]:
    """Give a Change for every metric that was played, in a state of its own."""
    return [
        change_of(
            Key(machine, played.device.label, part.benchmark, part.params, name, evidence.unit),
            evidence,
            (old, new),
            margin(part.benchmark, part.params, name),
        )
        for part, metrics in played.evidence.items()
        for name, evidence in metrics.items()
    ]


def failures(played: Played, old: str, new: str) -> list[Failing]:
    """Give how each part that failed on a side failed there the last time."""
    sides: tuple[tuple[SideName, str], ...] = (("new", new), ("old", old))
    found = [
        Failing(part.benchmark, part.params, label, one.outcome, one.reason)
        for part, metrics in played.evidence.items()
        for evidence in metrics.values()
        for side, label in sides
        for one in evidence.failed(side)[-1:]
    ]
    return list(dict.fromkeys(found))  # several metrics fail in one process


def same_programs(played: Played, machine: str) -> frozenset[Key]:
    """Give the steady calls of which both sides run the same optimised program under the same jaxlib: controls."""
    if not played.versions or played.versions["old"].get("jaxlib") != played.versions["new"].get("jaxlib"):
        return frozenset()
    return frozenset(
        Key(machine, played.device.label, part.benchmark, part.params, name, evidence.unit)
        for part, metrics in played.evidence.items()
        for name, evidence in metrics.items()
        if name == "steady"
        and evidence.values["old"]
        and statistics.median(evidence.values["old"]) >= _CONTROL_SECONDS
        and len(set(played.programs.get(part, {}).values())) == 1
    )
