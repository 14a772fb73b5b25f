"""What duets have given for one metric of one part, and the change that it amounts to."""

import math
import statistics
from dataclasses import dataclass, field, replace
from typing import Literal

from jaxvelocity.history import Change, Key, duets
from jaxvelocity.history.changes import ratio
from jaxvelocity.history.noise import CLOCK
from jaxvelocity.measure.duet import Reading
from jaxvelocity.measure.pair import NAMES, SideName
from jaxvelocity.measure.side import Failure

_FAILURES = 2
"""So many duets must fail on a side before it counts as broken: one may have been killed by something else. And so many
readings must there be of what has no noise."""


@dataclass
class Evidence:
    """All that duets have given for one metric of one part."""

    unit: str
    first: list[float] = field(default_factory=list)
    second: list[float] = field(default_factory=list)
    values: dict[SideName, list[float]] = field(default_factory=lambda: {"old": [], "new": []})
    failures: dict[SideName, list[Failure]] = field(default_factory=lambda: {"old": [], "new": []})

    def duets_left(self, margin: float) -> int:
        """Give how many more duets are wanted, as far as is known now; 0 where it is decided."""
        failed = {side: self.failed(side) for side in NAMES}
        if max(map(len, failed.values())) >= _FAILURES:
            return 0
        if self.skipped() and not failed["new"]:
            return 0
        if self.unit != CLOCK:
            return max(0, _FAILURES - min(len(values) for values in self.values.values()))
        return duets.left(self.first, self.second, margin)

    def failed(self, side: SideName) -> list[Failure]:
        """Give a side's failures; a skip is none."""
        return [one for one in self.failures[side] if one.outcome != "skipped"]

    def skipped(self) -> SideName | None:
        """Name the side that can't do this, the new one first."""
        return next((side for side in ("new", "old") if len(self.failures[side]) > len(self.failed(side))), None)

    def add(self, reading: Reading, margin: float) -> None:
        """Add a duet to the set that it was played for."""
        self.values["old"].append(reading.old)
        self.values["new"].append(reading.new)
        if self.unit == CLOCK:
            second = duets.wanted(self.first, self.second, margin) == "second"
            (self.second if second else self.first).append(reading.log_ratio)


def change_of(key: Key, evidence: Evidence, labels: tuple[str, str], margin: float) -> Change:
    """Give what evidence amounts to: a change from the old release to the new one, in its state."""
    old, new = labels
    before, after = (statistics.median(evidence.values[side]) if evidence.values[side] else None for side in NAMES)
    change = Change(
        key, "releases", old, new, before, after, ratio(before, after), None, None, "inconclusive", None, None
    )
    failed = {side: evidence.failed(side) for side in NAMES}
    if len(failed["new"]) >= _FAILURES:
        return _failed(change, "new", failed["new"][-1], mended_in=None)
    skipped = evidence.skipped()
    if skipped:
        reason = next(one.reason for one in evidence.failures[skipped] if one.outcome == "skipped")
        return replace(change, ratio=None, reason=f"skipped at {new if skipped == 'new' else old}: {reason}")
    if len(failed["old"]) >= _FAILURES:
        return _failed(change, "old", failed["old"][-1], mended_in=None if failed["new"] else new)
    if evidence.unit != CLOCK:
        return _exact(change, evidence)
    if not evidence.first:
        return replace(change, ratio=None, reason="stopped before its first duet")
    verdict = duets.judge(evidence.first, evidence.second, margin)
    seen = verdict.interval
    return replace(change, ratio=seen.ratio, low=seen.low, high=seen.high, state=verdict.state, reason=verdict.noted)


def _failed(change: Change, side: SideName, failure: Failure, mended_in: str | None) -> Change:
    """Give the change of a side that fails; a crash or a hang is its reason by that name, as in a history."""
    wrong = failure.outcome == "wrong"
    return replace(
        change,
        before=None if side == "old" else change.before,
        after=None if side == "new" else change.after,
        ratio=None,
        state="wrong" if wrong else "broken",
        reason=failure.reason if wrong else failure.outcome,
        mended_in=mended_in,
    )


def _exact(change: Change, evidence: Evidence) -> Change:
    """Judge what has no noise: every reading of a side must be the same."""
    if not evidence.values["old"] or not evidence.values["new"]:
        return replace(change, reason="stopped before it was read")
    if any(len(set(values)) > 1 for values in evidence.values.values()):
        return replace(change, reason="differs from process to process")
    state: Literal["same", "confirmed"] = "same" if change.before == change.after else "confirmed"
    return replace(change, low=change.ratio, high=change.ratio, state=state)


def size(change: Change, evidence: Evidence) -> float:
    """Give how far two releases are apart, |log ratio|: 0 where they do not differ, infinite where only one fails.

    Failures that differ in kind, a crash on one side and a hang on the other, count as one failing.
    """
    kinds = {
        side: evidence.failed(side)[-1].outcome if len(evidence.failed(side)) >= _FAILURES else None for side in NAMES
    }
    if any(kinds.values()):
        return 0.0 if kinds["old"] == kinds["new"] else math.inf
    if change.state != "confirmed":
        return 0.0
    return abs(math.log(change.ratio)) if change.ratio else math.inf
