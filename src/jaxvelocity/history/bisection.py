"""Finding the releases at which something changed, from comparisons of pairs of them. Pure, but for what compares."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from jaxvelocity.history.changes import Change

_LEAST = 0.03
"""No step smaller than this is looked for: 3 %."""

_SHARE = 0.25
"""Nor one of less than this share of the largest log ratio that was seen between two that work."""


_BACK = math.log(1.15)
"""What is nearer than this to where it was counts as mended, as in a history."""


class MissingReleaseError(Exception):
    """A release can't be measured at all; `version` names it."""

    def __init__(self, version: str, reason: str) -> None:
        super().__init__(reason)
        self.version, self.reason = version, reason


@dataclass(frozen=True)
class Difference:
    """Two releases compared. size: |log ratio|; 0 where they do not differ, infinite where only one of them fails."""

    change: Change
    size: float


@dataclass
class Bisection:
    """What was found between two releases.

    ends: the comparison of both. steps: changes from one release to the next that can be measured, in order. undecided:
    changes of which no step could be told from its neighbours. missing: what can't be measured, and why.
    """

    ends: Change
    steps: list[Change] = field(default_factory=list)
    undecided: list[Change] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)


def with_mending(steps: Sequence[Change]) -> list[Change]:
    """Give the steps of one series in order, each with the release at which later ones have brought it back.

    Back: what the steps from it on amount to is within 1.15 of where it began, and within half of the step.
    """
    found = []
    for number, step in enumerate(steps):
        mended, sum_of_logs = None, 0.0
        for later in steps[number:]:
            if not later.ratio or later.ratio <= 0:
                break
            sum_of_logs += math.log(later.ratio)
            if later is not step and abs(sum_of_logs) <= min(_BACK, abs(math.log(step.ratio or 1.0)) / 2):
                mended = later.to
                break
        found.append(step if step.state in ("broken", "wrong") else replace(step, mended_in=mended))
    return found


Compare = Callable[[str, str], Difference]
"""Compare an older release with a newer one. Raises MissingReleaseError."""

Scout = Callable[[Sequence[str]], str | None]
"""Of releases in order whose ends are the same, name one between them that seems to differ most, if any does."""


def search(versions: Sequence[str], compare: Compare, scout: Scout) -> Bisection:
    """Find every step between the first and the last of `versions`, which are in order.

    A range is halved where its ends differ, and both halves are looked into, so that two steps are found as two. Where
    the ends of the whole are the same, `scout` is asked where between them to look: something may have changed and been
    mended since. Raises MissingReleaseError where one of the ends can't be measured.
    """
    ends = compare(versions[0], versions[-1])
    found = Bisection(ends.change)
    left = list(versions)
    if ends.size:
        _halve(ends, _finite(ends.size), left, compare, found)
    else:
        between = scout(left)
        if between is not None:
            _split(left[0], between, left[-1], 0.0, left, compare, found)
    return found


def _finite(size: float) -> float:
    return size if math.isfinite(size) else 0.0


def _halve(whole: Difference, largest: float, left: list[str], compare: Compare, found: Bisection) -> None:
    """Find the steps that a difference is made of. left: the releases that can be measured, as far as is known."""
    first, last = str(whole.change.from_), whole.change.to
    while left.index(last) - left.index(first) > 1:
        middle = left[(left.index(first) + left.index(last)) // 2]
        counted = len(found.steps) + len(found.undecided)
        if _split(first, middle, last, largest, left, compare, found):
            if len(found.steps) + len(found.undecided) == counted:
                found.undecided.append(whole.change)
            return
    found.steps.append(whole.change)


def _split(
    first: str, middle: str, last: str, largest: float, left: list[str], compare: Compare, found: Bisection
) -> bool:
    """Look into both sides of a release; False where it can't be measured, and is now left out."""
    try:
        sides = [compare(first, middle), compare(middle, last)]
    except MissingReleaseError as error:
        found.missing[error.version] = error.reason
        left.remove(error.version)
        return False
    largest = max(largest, *(_finite(side.size) for side in sides))
    for side in sides:
        if side.size >= max(math.log1p(_LEAST), _SHARE * largest):
            _halve(side, largest, left, compare, found)
    return True
