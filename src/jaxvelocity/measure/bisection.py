"""The release or releases at which one benchmark changed: by duets, of pairs of releases that the search asks for."""

import difflib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxvelocity.errors import EnvironmentUnavailableError, RequestError
from jaxvelocity.history import Change, History, Key, Point
from jaxvelocity.history.bisection import Bisection, Difference, MissingReleaseError, search
from jaxvelocity.history.noise import CLOCK
from jaxvelocity.measure import machine, variables
from jaxvelocity.measure.duet import play_duet
from jaxvelocity.measure.environments import environment
from jaxvelocity.measure.evidence import change_of, size
from jaxvelocity.measure.pair import NAMES, Pair, SideUnavailableError
from jaxvelocity.measure.parts import Part, metric_of, parts
from jaxvelocity.measure.play import Advance, Margin, Played, play
from jaxvelocity.measure.programs import use_own_programs
from jaxvelocity.measure.signals import Interrupted, interruptible
from jaxvelocity.measure.upgrade import margins
from jaxvelocity.releases.catalogue import Catalogue

_SCOUTED = math.log(1.15)
"""A single visit that differs by less from the first release's is no reason to look there."""


@dataclass
class Search:
    """Which benchmark is searched for, and what was measured on the way.

    params: None until the ends have shown at which parameters they differ most. compared: every pair, in order.
    """

    benchmark: str
    metric: str
    params: tuple[str, ...] | None = None
    device: str = "unknown"
    compared: list[Change] = field(default_factory=list)
    duets: int = 0
    seconds: float = 0.0


def versions_between(known: Catalogue, good: str, bad: str) -> list[str]:
    """Give the releases from `good` to `bad`, in their order. Raises RequestError where bad is not after good."""
    order = [release.version for release in known.releases]
    first, last = order.index(known.find(good).version), order.index(known.find(bad).version)
    if first >= last:
        raise RequestError(f"--good {good} --bad {bad}: the bad release is wanted after the good one")
    return order[first : last + 1]


def named(benchmark: str) -> Search:
    """Read `module.Class`, `module.Class.method` or `module.Class.metric`, with `(params)` behind it or not."""
    name, _, given = benchmark.partition("(")
    words = name.strip().split(".")
    if len(words) not in (2, 3) or not all(words):
        raise RequestError(
            f"BENCH {benchmark!r}: wanted module.Class or module.Class.method, as in loops.WhileGather.time_steady"
        )
    params = tuple(word.strip().strip("'\"") for word in given.rstrip(") ").split(",")) if given else None
    return Search(".".join(words[:2]), metric_of(words[2]) if len(words) == 3 else "steady", params)


def bisect(
    root: Path,
    known: Catalogue,
    asked: Search,
    versions: Sequence[str],
    history: History,
    say: Callable[[str], None],
    advance: Advance,
) -> Bisection:
    """Find where a benchmark changed between the first and the last of `versions`.

    Raises RequestError where there is no such benchmark or an end can't be measured, Interrupted after a signal.
    """
    use_own_programs()
    variables.unset()
    margin = margins(root, machine.default_name())

    def compare(old: str, new: str) -> Difference:
        say(f"{old} against {new}")
        played = _played(root, known, (old, new), asked, margin, say, advance)
        found = _differences(played, asked, (old, new))
        part, difference = max(
            reversed(found.items()), key=lambda item: item[1].size
        )  # of equals the last, the largest
        if asked.params is None:
            asked.params = part.params
        asked.device = played.device.label
        asked.compared.append(difference.change)
        say(f"{old} → {new}: {difference.change.state}")
        return difference

    def _differences(played: Played, asked: Search, labels: tuple[str, str]) -> dict[Part, Difference]:
        found = {}
        for part, metrics in played.evidence.items():
            evidence = metrics[asked.metric]
            key = Key(
                machine.default_name(), played.device.label, part.benchmark, part.params, asked.metric, evidence.unit
            )
            change = change_of(key, evidence, labels, margin(part.benchmark, part.params, asked.metric))
            found[part] = Difference(change, size(change, evidence))
        return found

    try:
        return search(
            versions,
            compare,
            lambda left: (
                _in_history(left, asked, history)
                if _is_recorded(left, asked, history)
                else _by_visits(root, known, left, asked, say, advance)
            ),
        )
    except MissingReleaseError as error:
        raise RequestError(f"{error.version} can't be measured: {error.reason}") from None


def _played(
    root: Path,
    known: Catalogue,
    labels: tuple[str, str],
    asked: Search,
    margin: Margin,
    say: Callable[[str], None],
    advance: Advance,
) -> Played:
    pythons = []
    for label in labels:
        try:
            pythons.append(environment(root, known, label, say))
        except EnvironmentUnavailableError as error:
            raise MissingReleaseError(label, str(error)) from None
    try:
        played = play(root, (pythons[0], pythons[1]), _chooser(asked), margin, advance)
    except SideUnavailableError as error:
        raise MissingReleaseError(labels[NAMES.index(error.side)], str(error)) from None
    asked.duets += played.duets
    asked.seconds += played.seconds
    if played.signalled:
        raise Interrupted(played.signalled)
    if played.stopped:  # a server is gone for good: what was played says too little to go on from
        raise EnvironmentUnavailableError(played.left_out[-1])
    return played


def _chooser(asked: Search) -> Callable[[Sequence[Mapping[str, Any]]], list[Part]]:
    def choose(listed: Sequence[Mapping[str, Any]]) -> list[Part]:
        of_class = [part for part in parts(listed, quick=False, pattern=None) if part.benchmark == asked.benchmark]
        with_metric = [part for part in of_class if asked.metric in part.metrics]
        found = [part for part in with_metric if asked.params in (None, part.params)]
        if not found:
            raise RequestError(_unknown(asked, [one["name"] for one in listed], of_class, with_metric))
        return [Part(part.name, part.index, part.params, {asked.metric: part.metrics[asked.metric]}) for part in found]

    return choose


def _unknown(asked: Search, names: Sequence[str], of_class: Sequence[Part], with_metric: Sequence[Part]) -> str:
    if with_metric:
        choices = "; ".join(", ".join(part.params) for part in with_metric)
        return f"{asked.benchmark} has no parameters {asked.params}, only {choices}"
    if of_class:
        metrics = sorted({metric for part in of_class for metric in part.metrics})
        return f"{asked.benchmark} has no {asked.metric} that duets can judge, only {', '.join(metrics)}"
    classes = sorted({name.rpartition(".")[0] for name in names})
    near = difflib.get_close_matches(asked.benchmark, classes, n=3, cutoff=0.4) or classes[:3]
    return f"there is no benchmark {asked.benchmark}; the nearest are {', '.join(near)}"


def _by_visits(
    root: Path,
    known: Catalogue,
    versions: Sequence[str],
    asked: Search,
    say: Callable[[str], None],
    advance: Advance,
) -> str | None:
    """Name the release between the ends that differs most from the first in one duet each, if any does."""
    say(f"{versions[0]} and {versions[-1]} are the same: visiting what lies between")
    begun = time.monotonic()
    apart: dict[str, float] = {}
    choose = _chooser(asked)
    for number, label in enumerate(versions[1:-1]):
        advance(label, number, len(versions) - 2)
        try:
            pythons = (environment(root, known, versions[0], say), environment(root, known, label, say))
            with interruptible(), Pair(root, pythons) as pair:
                (part,) = choose(pair.sides["old"].listed()["benchmarks"])
                duet = play_duet(pair.sides, part, [asked.metric], 0)
        except EnvironmentUnavailableError:
            continue
        asked.duets += 1
        if asked.metric in duet.readings:
            reading = duet.readings[asked.metric]
            clock = part.metrics[asked.metric] == CLOCK
            apart[label] = abs(reading.log_ratio) if clock else _apart(reading.old, reading.new)
        else:
            apart[label] = math.inf if "new" in duet.failures and "old" not in duet.failures else 0.0
    asked.seconds += time.monotonic() - begun
    return _farthest(apart)


def _apart(old: float | None, new: float | None) -> float:
    if old == new:
        return 0.0
    return abs(math.log(new / old)) if old and new and old > 0 and new > 0 else math.inf


def _farthest(apart: Mapping[str, float]) -> str | None:
    most = max(apart, key=lambda label: apart[label], default=None)
    return most if most is not None and apart[most] > _SCOUTED else None


def _recorded(asked: Search, history: History) -> dict[str, Point]:
    return {
        point.commit.label: point
        for series in history.series
        if series.axis == "releases"
        and (series.key.benchmark, series.key.params, series.key.metric)
        == (asked.benchmark, asked.params, asked.metric)
        for point in series.points
        if point.outcome != "skipped"
    }


def _is_recorded(versions: Sequence[str], asked: Search, history: History) -> bool:
    """Whether the history has a point at each release: then no visits are needed to know where to look."""
    return set(versions) <= _recorded(asked, history).keys()


def _in_history(versions: Sequence[str], asked: Search, history: History) -> str | None:
    """Name the release between the ends whose recorded point differs most from the first's, if any does."""
    points = _recorded(asked, history)
    first = points[versions[0]]
    apart = {}
    for label in versions[1:-1]:
        point = points[label]
        if point.outcome != "ok" or first.outcome != "ok":
            apart[label] = math.inf if point.outcome != first.outcome else 0.0
        else:
            apart[label] = _apart(first.value, point.value)
    return _farthest(apart)
