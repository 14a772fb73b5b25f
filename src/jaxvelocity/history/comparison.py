"""Two releases held against each other by duets: what came out for every benchmark and metric."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxvelocity.history.changes import Change
from jaxvelocity.history.series import Key


@dataclass(frozen=True)
class Failing:
    """A benchmark that failed at one of the releases. outcome: as of a Record. reason: in its own words."""

    benchmark: str
    params: tuple[str, ...]
    release: str
    outcome: str
    reason: str


@dataclass(frozen=True)
class Comparison:
    """What duets of two releases have shown.

    device: that of the new side. changes: one for every benchmark and metric, in no order. same_program: keys of steady
    calls that run the same optimised program on both sides under the same jaxlib, so that a difference between them is
    not the program's. failures: what failed, and how. duets, seconds: what it took.
    stopped: before all was decided, by the time or a signal. problems: lines that say what could not be measured.
    """

    machine: str
    device: str
    old: str
    new: str
    changes: tuple[Change, ...]
    same_program: frozenset[Key] = frozenset()
    duets: int = 0
    seconds: float = 0.0
    stopped: bool = False
    problems: tuple[str, ...] = ()
    failures: tuple[Failing, ...] = ()


def is_worse(change: Change, threshold: float) -> bool:
    """Whether a confirmed change is slower or larger by at least `threshold`, 0.03 for 3 %.

    True: who raises the pin pays for it. False: it is less, it is an improvement, or it is not confirmed.
    """
    if change.state != "confirmed" or change.before is None or change.after is None:
        return False
    if change.ratio is None:  # from 0 to something
        return change.after > change.before
    return change.ratio >= 1 + threshold


def is_failing(change: Change) -> bool:
    """Whether a benchmark fails at the end of the range: broken or wrong there, and not only before it."""
    return change.state in ("broken", "wrong") and change.mended_in is None


def worst_first(changes: Sequence[Change]) -> list[Change]:
    """Order changes as a reader wants them: what fails, what is slower, faster, not known, and the same."""
    order = ("confirmed", "inconclusive", "same")

    def badness(change: Change) -> tuple[object, ...]:
        size = float("inf") if change.ratio is None else change.ratio
        key = change.key
        fails = change.state in ("broken", "wrong")
        rank = (0 if change.mended_in is None else 1) if fails else 2 + order.index(change.state)
        return (rank, 0.0 if fails else -size, key.benchmark, key.params, key.metric)

    return sorted(changes, key=badness)
