"""Levels of a series of many points: where it stepped from one to another, by asv's own step detection.

Along the releases each point is a release of its own, and neighbours are compared. Along main the points are many and
mostly of the same code, so that a level is known from all of its points, and one stray visit is no step.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from asv.step_detect import detect_steps

LEAST_POINTS = 5
"""From so many values on levels are looked for; fewer are compared as neighbours."""

_LEAST_ERROR = 0.005
"""What an interval counts as at the least, in log units: one of a visit is often narrower than visits are apart."""


@dataclass(frozen=True)
class Value:
    """A positive value with its interval, as far as it has one, in the series' unit."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Level:
    """Values first … last, counted in the series, that lie on one level; value: their median."""

    first: int
    last: int
    value: float


def levels(values: Sequence[Value], limit: float) -> list[Level]:
    """Cut values into levels that lie more than `limit`, a log ratio, apart from their neighbours.

    A level of a single value counts only at the end, where nothing has come after it. Values are weighed by their
    intervals.
    """
    logs = [math.log(one.value) for one in values]
    cuts = [(first, end) for first, end, *_ in detect_steps(logs, [_weight(one) for one in values])]
    found = _merged([_level(values, first, end - 1) for first, end in cuts], values, limit)
    lasting = [one for one in found if one.first < one.last or one.last == len(values) - 1]
    return _merged(lasting, values, limit)


def with_last(found: Sequence[Level], values: Sequence[Value], limit: float) -> list[Level]:
    """Give levels with the last value as one of its own, where it lies beyond `limit` from the level that it is in.

    asv's detection sees a step at the last of many points one point later; who has just committed wants it at once.
    """
    *before, last = found
    end = len(values) - 1
    if last.first == end or abs(math.log(values[end].value / last.value)) <= limit:
        return list(found)
    return [*before, _level(values, last.first, end - 1), Level(end, end, values[end].value)]


def _merged(found: Sequence[Level], values: Sequence[Value], limit: float) -> list[Level]:
    merged: list[Level] = []
    for one in found:
        if merged and abs(math.log(one.value / merged[-1].value)) <= limit:
            merged[-1] = _level(values, merged[-1].first, one.last)
        else:
            merged.append(one)
    return merged


def _level(values: Sequence[Value], first: int, last: int) -> Level:
    return Level(first, last, statistics.median(one.value for one in values[first : last + 1]))


def _weight(one: Value) -> float:
    if one.low is None or one.high is None or not 0 < one.low <= one.high:
        return 1 / _LEAST_ERROR
    return 1 / max(_LEAST_ERROR, math.log(one.high / one.low) / 2)
