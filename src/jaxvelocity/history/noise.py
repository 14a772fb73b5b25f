"""How far a clock wanders by itself: a series' spread in natural-log units, from rounds and controls."""

import itertools
import math
import statistics
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from jaxvelocity.history.duets import MEDIAN_OF_NORMAL
from jaxvelocity.history.series import Commit, History, Key, Point, Series

LEAST_RATIO = 1.15
"""No step smaller than this is suspected: one visit a point shows nothing finer."""

SPREADS = 4.0
"""Spreads that a step must exceed to be suspected."""

CLOCK = "seconds"
"""The unit that has noise; bytes, instructions and counts have none."""

_WITHOUT_JAX = "numpy"
"""The metric that runs no JAX: two releases of JAX with the same companions are a control of it."""

_JAX = frozenset({"jax", "jaxlib"})


@dataclass(frozen=True)
class Control:
    """The same computation under the same pins at two commits; log_ratio = log(newer ÷ older), truly 0."""

    key: Key
    older: Commit
    newer: Commit
    log_ratio: float


def spread(lines: Sequence[Series]) -> float:
    """Give the standard deviation of the log ratio of two points, from all series (one an axis) of one key.

    The larger of two estimates. Rounds: a point is the middle of two rounds, so two points differ by as much as two
    rounds do divided by √2, if only rounds wander: s = median |log(r₂/r₁)| / (0.6745 √2), as the median of a normal's
    size is 0.6745 of its deviation; a stray process does not move it. Controls: neighbouring points with the same
    pins and functions, which also hold what changes between visits: s = n / (n + 1) rms |log ratio| of n pairs, since
    one pair alone may be the stray, and four times its size would hide whatever there is. Of the metric `numpy`
    releases of JAX with the same companions are such pairs too. Zero where nothing shows any, and for all but clocks.
    """
    if not lines or lines[0].key.unit != CLOCK:
        return 0.0
    points = [point for line in lines for point in line.points if point.outcome == "ok"]
    rounds = [
        abs(math.log(later / earlier))
        for point in points
        for earlier, later in itertools.pairwise(point.rounds)
        if earlier > 0 and later > 0
    ]
    controls = _log_ratios(points, _JAX if lines[0].key.metric == _WITHOUT_JAX else frozenset())
    return max(
        statistics.median(rounds) / (MEDIAN_OF_NORMAL * math.sqrt(2)) if rounds else 0.0,
        len(controls) / (len(controls) + 1) * math.sqrt(statistics.fmean(one**2 for one in controls))
        if controls
        else 0.0,
    )


def spreads(history: History) -> dict[Key, float]:
    """Give the spread of each key of a history."""
    lines: dict[Key, list[Series]] = defaultdict(list)
    for series in history.series:
        lines[series.key].append(series)
    return {key: spread(same) for key, same in lines.items()}


def threshold(spread: float) -> float:
    """Give the log ratio that a step must exceed to be suspected: max(log 1.15, 4 spread)."""
    return max(math.log(LEAST_RATIO), SPREADS * spread)


def controls(history: History) -> tuple[Control, ...]:
    """Pair main's newest commit with the newest release, for each clock with equal pins and functions."""
    newest = {commit.axis: commit for commit in history.commits}
    release, main = newest.get("releases"), newest.get("main")
    if release is None or main is None:
        return ()
    at = {
        (series.key, point.commit.axis): point
        for series in history.series
        for point in series.points
        if point.commit in (release, main) and point.outcome == "ok" and series.key.unit == CLOCK
    }
    found = []
    for (key, axis), point in at.items():
        pair = [at.get((key, "releases")), point] if axis == "main" else []
        ratios = _log_ratios([one for one in pair if one is not None])
        found += [Control(key, release, main, ratio) for ratio in ratios]
    return tuple(found)


def _log_ratios(points: Iterable[Point], idle: Collection[str] = ()) -> list[float]:
    """Log ratios of neighbouring points that computed the same on the same device with the same versions.

    idle: packages that take no part in the computation, whose versions do not count.
    """
    alike: dict[tuple[object, ...], list[float]] = defaultdict(list)
    for point in points:
        if point.value is not None and point.value > 0:
            on, record = point.device, point.record
            # By value, not by the device: its hash leaves the mappings out, and thousands would collide.
            versions = frozenset((name, version) for name, version in on.versions.items() if name not in idle)
            steered = frozenset(on.flags.items()) | frozenset(on.blas.items())
            pins = (versions, steered, on.threads, on.count, on.x64)
            alike[on.label, pins, record.version, record.functions, record.inputs].append(point.value)
    return [math.log(later / earlier) for values in alike.values() for earlier, later in itertools.pairwise(values)]
