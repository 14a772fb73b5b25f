"""Judging duets: log ratios become an interval, the interval a finding, two findings a verdict. Pure functions.

The duet is the unit of evidence: what is judged is where the median of the duets lies, by its distribution-free
interval (order statistics, as in `scipy.stats.quantile_test`). It asks nothing of the duets' distribution but that they
are independent, and a stray one moves it little: now and then one falls into another mode of speed.

Duets are played in stages. After each it is asked whether the interval lies wholly beyond the margin, or wholly within
what counts as the same; if neither, the next stage is played, unless what was played shows that it would not settle it.
What lies beyond is played once more from the start, by duets of its own, and is confirmed where these say so too. Where
the time is over between two stages, the second look is taken at what there is: it is one of two looks all the same, and
the clock, not what was seen, chose when.
"""

import functools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

STAGES = (9, 25)
"""Duets played before each look. Nine are the fewest whose range is an interval of 99.5 %: 1 - 2 / 2⁹."""

CONFIDENCE = 0.995
"""Of the interval at each of the two looks, so that both together are wrong in 1 % at most."""

LEAST_MARGIN = 0.01
"""No change smaller than this is confirmed, whatever the controls show."""

SAME = 0.05
"""An interval that lies wholly within 1 ± this is the same, if it does not lie beyond the margin."""

_HOPELESS = 1.2
"""Where the middle seven of nine duets span such a ratio and 1 is among the middle three, more duets would not settle
it: of 25 normal duets that spread so far the interval is half as wide again as SAME allows."""

MEDIAN_OF_NORMAL = 0.6745
"""The median of |x| for x from a normal distribution of standard deviation 1: its 75 % quantile."""

_POWER_SPREADS = 1.4
"""See `visible`; the tests find the same by simulation."""

Finding = Literal["more", "slower", "faster", "same", "open"]


@dataclass(frozen=True)
class Interval:
    """A ratio, new ÷ old, and what it is known to lie between."""

    ratio: float
    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """What duets say. duets: how many were played. noted: why it is inconclusive, in words."""

    state: Literal["confirmed", "same", "inconclusive"]
    interval: Interval
    duets: int
    noted: str | None = None


def interval(log_ratios: Sequence[float]) -> Interval:
    """Give the median of the duets as a ratio, with its interval: the range of nine, the 6th to 20th of 25."""
    low, high = _ranks(len(log_ratios))
    ordered = sorted(log_ratios)
    return Interval(math.exp(statistics.median(ordered)), math.exp(ordered[low]), math.exp(ordered[high]))


@functools.cache
def _ranks(number: int) -> tuple[int, int]:
    """Which order statistics, from 0, enclose the median of so many: the outermost where there are too few."""
    from scipy.stats import quantile_test  # type: ignore[import-untyped]  # half a second to import

    ranks = range(number)
    if number == 1:
        return 0, 0
    found = quantile_test(ranks, q=0, p=0.5).confidence_interval(CONFIDENCE)
    low, high = found.low, found.high
    return (int(low) if math.isfinite(low) else 0), (int(high) if math.isfinite(high) else number - 1)


def find(log_ratios: Sequence[float], margin: float, *, ended: bool = False) -> Finding:
    """Look at duets in the order in which they were played, stage by stage.

    ended: no more will be played, so that the second look is taken at all that were, if these make an interval.

    `more`: the next stage must be played. `slower`, `faster`: the interval lies beyond 1 ± margin. `same`: it lies
    within 1 ± SAME, and not beyond; before the last stage it must hold 1 too, and its middle be within the margin, lest
    a small change be taken for none too early. `open`: neither, with all stages played or no hope in the next.
    """
    stages: tuple[int, ...] = STAGES
    if ended and len(log_ratios) >= STAGES[0]:
        stages = (*(stage for stage in STAGES if stage < len(log_ratios)), min(len(log_ratios), STAGES[-1]))
    for stage in stages:
        if len(log_ratios) < stage:
            return "more"
        seen = interval(log_ratios[:stage])
        if seen.low > 1 + margin:
            return "slower"
        if seen.high < 1 / (1 + margin):
            return "faster"
        settled = seen.low <= 1 <= seen.high and 1 / (1 + margin) <= seen.ratio <= 1 + margin
        if seen.low >= 1 - SAME and seen.high <= 1 + SAME and (settled or stage == stages[-1]):
            return "same"
        if stage == STAGES[0] and _is_hopeless(log_ratios[:stage]):
            return "open"
    return "open"


def _is_hopeless(nine: Sequence[float]) -> bool:
    ordered = sorted(nine)
    return ordered[3] <= 0 <= ordered[5] and ordered[7] - ordered[1] > math.log(_HOPELESS)


def left(first: Sequence[float], second: Sequence[float], margin: float) -> int:
    """Give how many duets the stage in hand still wants; 0 where all is decided."""
    match wanted(first, second, margin):
        case None:
            return 0
        case "first":
            played = len(first)
        case "second":
            played = len(second)
    return next(stage for stage in STAGES if stage > played) - played


def wanted(first: Sequence[float], second: Sequence[float], margin: float) -> Literal["first", "second"] | None:
    """Say to which of two independent sets the next duet belongs; None where all that is wanted is played."""
    found = find(first, margin)
    if found == "more":
        return "first"
    if found in ("slower", "faster") and find(second, margin) == "more":
        return "second"
    return None


def judge(first: Sequence[float], second: Sequence[float], margin: float) -> Verdict:
    """Judge what was played, to its end or not.

    Confirmed: both sets lie beyond the margin, on the same side; the second, which was not chosen for what it shows,
    gives the interval. Where the second does not say so it is all that counts, and never more than `same`.
    """
    duets = len(first) + len(second)
    one, other = find(first, margin, ended=True), find(second, margin, ended=True)
    if one == "same":
        return Verdict("same", interval(first), duets)
    if one in ("open", "more"):
        missing = left(first, second, margin)
        noted = f"stopped after {len(first)} of {len(first) + missing} duets" if missing else _spread(first)
        return Verdict("inconclusive", interval(first), duets, noted)
    if other == "more":
        return Verdict("inconclusive", interval(first), duets, "stopped before it was measured a second time")
    if other == one:
        return Verdict("confirmed", interval(second), duets)
    if other == "same":
        return Verdict("same", interval(second), duets)
    return Verdict("inconclusive", interval(second), duets, "measured a second time, it did not come out again")


def _spread(log_ratios: Sequence[float]) -> str:
    low, high = math.exp(min(log_ratios)), math.exp(max(log_ratios))
    return f"its duets lie between {low:.2f} and {high:.2f}"


def spread(log_ratios: Sequence[float]) -> float:
    """Give the standard deviation of a control's duets, whose log ratio is truly 0: median |x| ÷ 0.6745.

    The median of a normal's size is 0.6745 of its deviation; a stray duet does not move it.
    """
    return statistics.median(map(abs, log_ratios)) / MEDIAN_OF_NORMAL


def margin(spread: float) -> float:
    """Give the least change that may be confirmed where a control's duets spread so far."""
    return max(LEAST_MARGIN, math.expm1(spread))


def visible(spread: float) -> float:
    """Give the smallest change that is confirmed in 95 of 100 trials where duets spread so far, 0.04 for 4 %.

    The whole interval must lie beyond the margin in both sets. Of 25 normal duets the sixth lies 0.72 spreads below the
    middle, give or take 0.26; 2.6 times that much more, and both sets' sixth are beyond in 97 % of trials.
    """
    return math.expm1(math.log1p(margin(spread)) + _POWER_SPREADS * spread)
