"""What this machine can see: a release against itself, then against itself with extra work of a known size."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jaxvelocity.history import Key, calibration, duets
from jaxvelocity.history.calibration import Calibration, Control, Planted
from jaxvelocity.history.noise import CLOCK
from jaxvelocity.measure import machine, variables
from jaxvelocity.measure.environments import environment
from jaxvelocity.measure.evidence import change_of
from jaxvelocity.measure.pair import Pair
from jaxvelocity.measure.parts import COMPILED, Part, parts
from jaxvelocity.measure.play import Advance, Played, play
from jaxvelocity.measure.programs import use_own_programs
from jaxvelocity.measure.side import FailedError
from jaxvelocity.measure.signals import Interrupted, interruptible
from jaxvelocity.releases.catalogue import Catalogue

SHARES = (0.02, 0.05, 0.10, 0.25)
"""What is planted: 2, 5, 10 and 25 % of a call."""

PLANTED = (
    ("quickstart.Selu", ("100",)),
    ("loops.WhileGather", ("1024",)),
    ("elementwise.TotalVariation", ("64",)),
    ("loops.WhileGather", ("262144",)),
    ("quickstart.Selu", ("1000000",)),
    ("quickstart.Gram", ("1000",)),
)
"""Where: some 5 µs of overhead, 30 µs and 250 µs of a loop, and memory, threads and arithmetic up to 20 ms."""

ENLARGED = ("elementwise.TotalVariation", ("256",))
"""What is given a sort: a buffer more, and more to compile."""


def calibrate(
    root: Path,
    known: Catalogue,
    release: str,
    pattern: str | None,
    say: Callable[[str], None],
    advance: Advance,
) -> tuple[Calibration, int]:
    """Measure and write what this machine can see; give it, and the number of the signal that cut it short, or 0."""
    use_own_programs()
    variables.unset()
    name = machine.default_name()
    results = root / "results"
    before = calibration.read(results, name)
    pythons = (environment(root, known, release, say), environment(root, known, release, say, twin=True))
    say("controls: a release against itself")
    least = _least
    played = play(root, pythons, lambda listed: parts(listed, quick=False, pattern=pattern), least, advance)
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    found = Calibration(played.device.label, release, now, tuple(_controls(played, name, release)))
    if not found.controls:  # nor a device
        return before or found, played.signalled
    calibration.write(results, name, calibration.merged(before, found))
    signalled = played.signalled
    for share in (*SHARES, None) if not signalled else ():
        say(f"planted: {share:.0%} of a call" if share else "planted: a buffer, and the compilation of a sort")
        choose = functools.partial(_enlarged, pattern)
        if share:
            try:
                chosen = _lengthened(root, pythons, share, pattern, say)
            except Interrupted as stop:
                return calibration.merged(before, found), stop.number
            if not chosen:
                continue
            choose = functools.partial(_given, chosen)
        tried = play(root, pythons, choose, found.margin, advance)
        found = replace(found, planted=(*found.planted, *_seen(tried, share, name, release, found)))
        calibration.write(results, name, calibration.merged(before, found))
        signalled = tried.signalled
        if signalled:
            break
    return calibration.merged(before, found), signalled


def _given(chosen: list[Part], _: Sequence[Mapping[str, Any]]) -> list[Part]:
    return chosen


def _least(*_: object) -> float:
    return duets.LEAST_MARGIN


def _controls(played: Played, name: str, release: str) -> list[Control]:
    found = []
    for part, metrics in played.evidence.items():
        for metric, evidence in metrics.items():
            logs = (*evidence.first, *evidence.second)
            if evidence.unit == CLOCK and len(logs) >= duets.STAGES[0]:
                key = Key(name, played.device.label, part.benchmark, part.params, metric, evidence.unit)
                change = change_of(key, evidence, (release, release), duets.LEAST_MARGIN)
                spread = float(f"{duets.spread(logs):.3g}")
                found.append(Control(part.benchmark, part.params, metric, spread, len(logs), change.state))
    return found


def _enlarged(pattern: str | None, listed: Sequence[Mapping[str, Any]]) -> list[Part]:
    """Give what is compiled of one benchmark, with a sort in it."""
    return [
        replace(part, metrics=compiled, planted=("sorts", 1))
        for part in parts(listed, quick=False, pattern=pattern)
        if (part.benchmark, part.params) == ENLARGED
        and (compiled := {name: unit for name, unit in part.metrics.items() if name in COMPILED})
    ]


def _lengthened(
    root: Path, pythons: tuple[Path, Path], share: float, pattern: str | None, say: Callable[[str], None]
) -> list[Part]:
    """Give the parts with so much extra work as costs `share` of a call."""
    with interruptible(), Pair(root, pythons) as pair:
        side = pair.sides["new"]
        listed: Sequence[Mapping[str, Any]] = side.listed()["benchmarks"]
        found = []
        for part in parts(listed, quick=False, pattern=pattern):
            if part.method != "time_steady" or (part.benchmark, part.params) not in PLANTED:
                continue
            try:
                side.ask({"do": "begin", "benchmark": part.name, "index": part.index})
                kind, number = side.ask({"do": "size", "share": share})["planted"]
            except FailedError as error:
                say(f"{part.name}: nothing could be planted: {error.failure.reason}")
                pair.mend()
                side = pair.sides["new"]
                continue
            side.end()
            found.append(replace(part, metrics={"steady": part.metrics["steady"]}, planted=(kind, number)))
        return found


def _seen(played: Played, share: float | None, name: str, release: str, controls: Calibration) -> list[Planted]:
    found = []
    for part, metrics in played.evidence.items():
        for metric, evidence in metrics.items():
            margin = controls.margin(part.benchmark, part.params, metric)
            key = Key(name, played.device.label, part.benchmark, part.params, metric, evidence.unit)
            change = change_of(key, evidence, (release, release), margin)
            found.append(
                Planted(part.benchmark, part.params, metric, share, change.state, change.ratio, change.low, change.high)
            )
    return found
