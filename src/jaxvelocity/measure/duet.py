"""One duet: a part set up anew on both sides, which then take turns."""

import math
import os
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jaxvelocity.measure.pair import NAMES, SideName
from jaxvelocity.measure.parts import COMPILED, Part, metric_of
from jaxvelocity.measure.side import FailedError, Failure, Side

_PAIR_SECONDS = 0.25
"""What the bursts of one duet should take on both sides together."""

_PAIRS = (2, 40)
"""Fewest and most pairs of bursts in a duet. An even number, so that each side comes first as often as second."""

_COMPILE_SECONDS = 0.4
"""What the compilations of one duet should take on both sides together, one each at the least; tracing not counted."""

_MOST_COMPILATIONS = 4
"""Of one side in a duet."""

_BURSTS_ALONE = 4
"""What a side plays whose partner has failed."""


@dataclass(frozen=True)
class Reading:
    """What a duet gives of one metric: both sides' medians, and the median of neighbours' log ratios, new ÷ old.

    log_ratio: 0 where a side reads 0, which has none.
    """

    old: float
    new: float
    log_ratio: float


@dataclass
class Duet:
    """A duet that was played, as far as it came.

    readings: by metric. failures: of the sides whose benchmark failed. failed: the metrics that are missing for it.
    alone: what a call takes on a side whose partner did not come so far. device: what the new side's benchmark ran on,
    or the old one's where the new one failed.
    programs: digests of the optimised programs.
    """

    readings: dict[str, Reading] = field(default_factory=dict)
    failures: dict[SideName, Failure] = field(default_factory=dict)
    failed: tuple[str, ...] = ()
    alone: dict[SideName, float] = field(default_factory=dict)
    device: Mapping[str, Any] | None = None
    programs: dict[SideName, str] = field(default_factory=dict)


def play_duet(sides: Mapping[SideName, Side], part: Part, wanted: Sequence[str], turn: int) -> Duet:
    """Set a part up on both sides and have them take turns until the wanted metrics are read.

    turn: how many duets of the part were played before. In every other one the new side comes first, and after two
    the sides move on to the next CPU.
    """
    duet = Duet()
    order: tuple[SideName, SideName] = (NAMES[1], NAMES[0]) if turn % 2 else NAMES
    cpus = sorted(os.sched_getaffinity(0))
    try:
        begun = _begin(sides, part, order, cpus[turn // 2 % len(cpus)], wanted, duet)
        if begun:
            duet.device = (begun.get("new") or begun["old"])["device"]
        if not duet.failures:
            longest = max(side["seconds"] for side in begun.values())
            for metric, reading in _metrics(sides, part, order, longest, wanted, duet.programs):
                duet.readings[metric] = reading
    except _SideFailedError as error:
        duet.failures[error.side] = error.failure
    finally:
        for side in sides.values():
            side.end()
    if duet.failures:
        duet.failed = tuple(metric for metric in wanted if metric not in duet.readings)
    return duet


class _SideFailedError(Exception):
    def __init__(self, side: SideName, failure: Failure) -> None:
        super().__init__()
        self.side, self.failure = side, failure


def _begin(
    sides: Mapping[SideName, Side],
    part: Part,
    order: Sequence[SideName],
    cpu: int,
    wanted: Sequence[str],
    duet: Duet,
) -> dict[SideName, dict[str, Any]]:
    """Set the benchmark up on both sides; where one fails, let the other one play alone: it may fail too.

    At once, but for what is measured while it is set up, as a first call is.
    """
    begun: dict[SideName, dict[str, Any]] = {}
    for name in order:
        side = sides[name]
        try:
            planted = part.planted
            if planted is not None and name == "old":
                planted = (planted[0], 0)
            request = {"do": "begin", "benchmark": part.name, "index": part.index, "planted": planted, "cpu": cpu}
            side.send(request)
            if not part.timed:
                begun[name] = side.receive()["begun"]
        except FailedError as error:
            duet.failures[name] = error.failure
    for name in order:
        try:
            if name not in duet.failures and name not in begun:
                begun[name] = sides[name].receive()["begun"]
        except FailedError as error:
            duet.failures[name] = error.failure
    for name in begun if duet.failures else ():
        try:
            _play_alone(name, sides[name], part, wanted, duet)
        except FailedError as error:
            duet.failures[name] = error.failure
    return begun


def _play_alone(name: SideName, side: Side, part: Part, wanted: Sequence[str], duet: Duet) -> None:
    own = metric_of(part.name)
    if part.timed and own in wanted:
        bursts = [side.ask({"do": "burst"})["seconds"] for _ in range(_BURSTS_ALONE)]
        duet.alone[name] = statistics.median(bursts)
    elif not part.timed and own not in COMPILED:
        side.ask({"do": "read"})
    if set(wanted) & set(COMPILED):
        side.ask({"do": "compile"})


def _metrics(
    sides: Mapping[SideName, Side],
    part: Part,
    order: tuple[SideName, SideName],
    longest: float,
    wanted: Sequence[str],
    programs: dict[SideName, str],
) -> Iterator[tuple[str, Reading]]:
    """Take turns, metric by metric. longest: seconds of a burst on the slower side."""
    own = metric_of(part.name)
    if part.timed:
        if own in wanted:
            pairs = min(_PAIRS[1], max(_PAIRS[0], 2 * round(_PAIR_SECONDS / longest / 4)))
            yield own, _in_turns(sides, {"do": "burst"}, "seconds", order, pairs)
    elif own not in COMPILED:
        yield own, _in_turns(sides, {"do": "read"}, "value", order, 1)
    compiled = [name for name in wanted if name in COMPILED]
    if compiled:
        answers = _compile_in_turns(sides, order)
        programs |= {side: given[0]["program"] for side, given in answers.items()}
        for name in compiled:
            yield name, _reading([one[name] for one in answers["old"]], [one[name] for one in answers["new"]])


def _in_turns(
    sides: Mapping[SideName, Side],
    request: Mapping[str, Any],
    answer: str,
    order: tuple[SideName, SideName],
    pairs: int,
) -> Reading:
    """Let the sides take turns in balanced order: A B, B A, A B, …"""
    values: dict[SideName, list[float]] = {name: [] for name in NAMES}
    for number in range(pairs):
        for side in order if number % 2 == 0 else reversed(order):
            values[side].append(_ask(sides, side, request)[answer])
    return _reading(values["old"], values["new"])


def _compile_in_turns(
    sides: Mapping[SideName, Side], order: tuple[SideName, SideName]
) -> dict[SideName, list[dict[str, Any]]]:
    """Compile on one side after the other, and again in balanced order as often as there is time for."""
    answers: dict[SideName, list[dict[str, Any]]] = {side: [_ask(sides, side, {"do": "compile"})] for side in order}
    longest = max(given[0]["compile_seconds"] for given in answers.values())
    for number in range(1, min(_MOST_COMPILATIONS, round(_COMPILE_SECONDS / max(longest, 1e-3) / 2))):
        for side in reversed(order) if number % 2 else order:
            answers[side].append(_ask(sides, side, {"do": "compile"}))
    return answers


def _reading(old: Sequence[float], new: Sequence[float]) -> Reading:
    logs = [
        math.log(later / earlier) if earlier > 0 and later > 0 else 0.0 for earlier, later in zip(old, new, strict=True)
    ]
    return Reading(statistics.median(old), statistics.median(new), statistics.median(logs))


def _ask(sides: Mapping[SideName, Side], name: SideName, request: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return sides[name].ask(request)
    except FailedError as error:
        raise _SideFailedError(name, error.failure) from None
