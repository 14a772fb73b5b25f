"""Changes: steps between neighbouring points of a series, by the rule for `suspected`, and what broke."""

import itertools
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from jaxvelocity.history import noise, steps
from jaxvelocity.history.confirmations import Confirmation
from jaxvelocity.history.series import Axis, Commit, History, Key, Point, PointOutcome, Series

State = Literal["suspected", "confirmed", "same", "inconclusive", "broken", "wrong"]

_FAILURES: dict[PointOutcome, State] = {"broken": "broken", "wrong": "wrong"}

NOT_JUDGED = frozenset({"best_step", "break_even_calls", "break_even_calls_numpy", "crossover_size", "least_error"})
"""Metrics that are computed from other figures, which are judged themselves: the quotient of two clocks' small
differences wanders by any factor, and the least of several roundings is chance."""

EVERYTHING = "*"
"""The benchmark, metric and unit of a change that is the whole suite's: the pins did not install."""


@dataclass(frozen=True)
class Change:
    """A step from one commit to the next one measured; from_, to and mended_in are labels of commits.

    before, after: in the key's unit, None where there was no value. ratio: None where it is not known. low,
    high: its 99 % interval, None until duets give one. state: `suspected` for a step between two values until duets
    say more, else what `to` is. reason: of a broken one `exception`, `crash`, `hang` or `install`. mended_in: the first
    later point that is back. from_: None for what was broken at the first commit measured.
    """

    key: Key
    axis: Axis
    from_: str | None
    to: str
    before: float | None
    after: float | None
    ratio: float | None
    low: float | None
    high: float | None
    state: State
    reason: str | None
    mended_in: str | None


def ratio(old: float | None, new: float | None) -> float | None:
    """Give new ÷ old: above 1 is slower or larger. 0 → 0 is 1; None if one is missing or only old is 0."""
    if old is None or new is None:
        return None
    if old == 0:
        return 1.0 if new == 0 else None
    return new / old


def geometric_mean(ratios: Sequence[float]) -> float:
    """Give the mean of ratios, all above 0: as much slower on one side as faster on the other is 1."""
    return statistics.geometric_mean(ratios)


def find(series: Series, spread: float) -> list[Change]:
    """Give every change of a series in order, up and down, mended or not; skipped points are as if absent.

    spread: `noise.spread` of the series, in log units. Along the releases neighbours are compared, along main, where
    there are many points, levels. No step is where the rounds of both points overlap, and a point whose own rounds lie
    farther apart than a step must be is no neighbour to those after it, unless it is a step itself: they are held
    against the one before. Values on both sides of a failure are compared too, so that a step is not lost behind
    it. Of what is computed from other figures only failures are changes. A series
    that fails from its first point on holds no change.
    """
    limit = noise.threshold(spread)
    judged = series.key.metric not in NOT_JUDGED
    if judged and series.axis == "main" and _is_long(series):
        return sorted(
            [*_between_levels(series, limit), *_between_neighbours(series, limit, judged=False)],
            key=lambda change: [point.commit.label for point in series.points].index(change.to),
        )
    return _between_neighbours(series, limit, judged=judged)


def _between_neighbours(series: Series, limit: float, *, judged: bool) -> list[Change]:
    points = [point for point in series.points if point.outcome != "skipped"]
    found = []
    valued: Point | None = None
    stepped_to: Point | None = None
    for number, (last, point) in enumerate(itertools.pairwise(points), start=1):
        if last.outcome == "ok" and (valued is None or last is stepped_to or _agree(last.rounds, limit)):
            valued = last
        later = points[number + 1 :]
        if (
            judged
            and point.outcome == "ok"
            and valued
            and _beyond(valued.value, point.value, limit)
            and not _overlap(valued.rounds, point.rounds)
        ):
            stepped_to = point
            found.append(_change(series, valued, point, _back(later, valued.value, point.value, limit)))
        elif point.outcome != "ok" and point.outcome != last.outcome:
            found.append(_change(series, last, point, _first(one for one in later if one.outcome == "ok")))
    return found


def _is_long(series: Series) -> bool:
    valued = [point for point in series.points if point.outcome == "ok"]
    return len(valued) >= steps.LEAST_POINTS and all(point.value is not None and point.value > 0 for point in valued)


def _between_levels(series: Series, limit: float) -> list[Change]:
    """Give the steps between the levels of a series of many points, and one at its last point at once."""
    points = [point for point in series.points if point.outcome == "ok"]
    values = [steps.Value(point.value or 0.0, point.low, point.high) for point in points]
    found = steps.with_last(steps.levels(values, limit), values, limit)
    changes = []
    for number, (old, new) in enumerate(itertools.pairwise(found), start=1):
        if _beyond(old.value, new.value, limit):
            back = next((level for level in found[number + 1 :] if not _beyond(old.value, level.value, limit)), None)
            before, after = points[min(old.last, new.first - 1)], points[new.first]
            mended = points[back.first].commit.label if back else None
            change = _change(series, before, after, mended)
            changes.append(replace(change, before=old.value, after=new.value, ratio=ratio(old.value, new.value)))
    return changes


def still_holds(change: Change, series: Series, threshold: float) -> bool:
    """Whether a change of `series` is slower or larger and still there at its end.

    threshold: the least excess that counts, 0.03 for 3 %. True: the last value is at least 1 + threshold
    times `before`. False: it was an improvement, a failure, or has come back within the threshold.
    Where duets have confirmed it, their ratio says how much slower it was, and not the two visits.
    """
    values = [point.value for point in series.points if point.value is not None]
    if change.before is None or change.after is None:
        return False
    if change.state == "confirmed" and change.ratio:
        return change.ratio >= 1 + threshold and values[-1] >= (1 + threshold) * change.after / change.ratio
    if change.after <= change.before:
        return False
    return values[-1] > 0 if change.before == 0 else values[-1] >= (1 + threshold) * change.before


def changes(history: History, spreads: Mapping[Key, float]) -> tuple[Change, ...]:
    """Give every change of a history, and one for each commit whose pins did not install.

    spreads: `noise.spreads`, of all that is known of the machine where the history is a part of that.
    """
    said = {one.step: one for one in history.confirmations}
    found = [
        _confirmed(change, series, said) for series in history.series for change in find(series, spreads[series.key])
    ]
    return (*found, *_broken_installs(history))


def is_unconfirmed(change: Change) -> bool:
    """Whether a change is a suspected step from one release to another, which duets can confirm."""
    return change.state == "suspected" and change.axis == "releases" and change.from_ is not None


def _confirmed(change: Change, series: Series, said: Mapping[tuple[object, ...], Confirmation]) -> Change:
    """Give a suspected step in the state that duets have found, where what they have measured is today's."""
    key = change.key
    one = said.get((key.benchmark, key.params, key.metric, key.device, change.from_, change.to))
    if one is None or not is_unconfirmed(change):
        return change
    record = next(point.record for point in series.points if point.commit.label == change.to)
    if (one.version, one.functions, one.inputs) != (record.version, record.functions, record.inputs):
        return change
    return replace(change, state=one.state, ratio=one.ratio, low=one.low, high=one.high, reason=one.reason)


def _beyond(old: float | None, new: float | None, limit: float) -> bool:
    step = ratio(old, new)
    return step is None or step <= 0 or abs(math.log(step)) > limit


def _agree(rounds: Sequence[float], limit: float) -> bool:
    """Whether a point's rounds lie within the limit, so that it can stand for what comes after it."""
    return len(rounds) < 2 or not _beyond(min(rounds), max(rounds), limit)


def _overlap(old: Sequence[float], new: Sequence[float]) -> bool:
    """Whether a round of one point lies among the other's: then its processes disagree as much as the points do."""
    return len(old) > 1 and len(new) > 1 and min(new) <= max(old) and min(old) <= max(new)


def _back(later: Sequence[Point], before: float | None, after: float | None, limit: float) -> str | None:
    """Find the first value within the limit of `before`, or past it on the side away from `after`."""
    assert before is not None
    assert after is not None
    if after > before:
        bound = before * math.exp(limit)
        return _first(point for point in later if point.value is not None and point.value <= bound)
    bound = before * math.exp(-limit)
    return _first(point for point in later if point.value is not None and point.value >= bound)


def _first(points: Iterable[Point]) -> str | None:
    return next((point.commit.label for point in points), None)


def _change(series: Series, old: Point, new: Point, mended_in: str | None) -> Change:
    return Change(
        key=series.key,
        axis=series.axis,
        from_=old.commit.label,
        to=new.commit.label,
        before=old.value,
        after=new.value,
        ratio=ratio(old.value, new.value),
        low=None,
        high=None,
        state=_FAILURES.get(new.outcome, "suspected"),
        reason=new.reason,
        mended_in=mended_in,
    )


def _broken_installs(history: History) -> list[Change]:
    broken = {one.commit for one in history.broken_installs}
    key = Key(history.machine or "", "; ".join(history.devices), EVERYTHING, (), EVERYTHING, EVERYTHING)
    blank = Change(key, "releases", None, "", None, None, None, None, None, "broken", "install", None)
    found = []
    for one in history.broken_installs:
        along: list[Commit] = [commit for commit in history.commits if commit.axis == one.commit.axis]
        at = along.index(one.commit)
        if at and along[at - 1] in broken:
            continue
        found.append(
            replace(
                blank,
                axis=one.commit.axis,
                from_=along[at - 1].label if at else None,
                to=one.commit.label,
                mended_in=next((commit.label for commit in along[at:] if commit not in broken), None),
            )
        )
    return found
