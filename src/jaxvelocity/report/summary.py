"""What a history says, brought together once for every way of writing it, and the exit code it deserves."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from jaxvelocity import history as past
from jaxvelocity.history import Change, Commit, Control, History, Key, Series
from jaxvelocity.report.evaluation import Evaluation, evaluate

HOLDS = 0.03
"""The least excess over the value before that counts as still there at the end of the range: 3 %."""


NOISY = 2.0
"""A ratio: a clock on which a step of this size is not seen is named, lest its silence be taken for a finding."""


_RANKS = {"suspected": 1, "confirmed": 1, "inconclusive": 2, "same": 3}
"""Where a state stands in the table; what fails comes first."""


@dataclass(frozen=True)
class Failure:
    """A benchmark that failed at a commit: its metrics in one, as they mostly fail together.

    what: the record's outcome and reason. stderr: the last lines that the process wrote, or nothing.
    """

    benchmark: str
    params: tuple[str, ...]
    metrics: tuple[str, ...]
    commit: Commit
    what: str
    stderr: str


@dataclass(frozen=True)
class Noisy:
    """A clock that wanders so far by itself that only steps beyond `limit`, a log ratio, are suspected."""

    key: Key
    limit: float


@dataclass(frozen=True)
class Report:
    """A history with its changes, worst first: failures, then by ratio; `holding` are those still there.

    limits: of each series' key the ratio from which on a step is suspected.
    """

    history: History
    changes: tuple[Change, ...]
    holding: frozenset[Change]
    failing: bool
    failures: tuple[Failure, ...]
    controls: tuple[Control, ...]
    noisy: tuple[Noisy, ...]
    evaluation: Evaluation | None
    limits: Mapping[Key, float]

    @property
    def range(self) -> tuple[str, str] | None:
        """The labels of the first and the last release measured; of the first and last commit, where no release is."""
        along = [commit for commit in self.history.commits if commit.axis == "releases"]
        commits = along or self.history.commits
        return (commits[0].label, commits[-1].label) if commits else None


def summarise(history: History, since: Commit | None = None, spreads: Mapping[Key, float] | None = None) -> Report:
    """Find a history's changes, those after `since` if that is given, which of them still hold, and what fails.

    spreads: where the history is a part of what is known of the machine, those of all of it.
    """
    spreads = spreads or past.spreads(history)
    found = past.changes(history, spreads)
    if since is not None:
        dates = {(commit.axis, commit.label): commit.date for commit in history.commits}
        found = tuple(change for change in found if dates[change.axis, change.to] > since.date)
        history = past.since(history, since)
    changes = sorted(found, key=_badness)
    lines = {(series.key, series.axis): series for series in history.series}
    return Report(
        history=history,
        changes=tuple(changes),
        holding=frozenset(
            change
            for change in changes
            if change.state not in ("same", "inconclusive")
            and (line := lines.get((change.key, change.axis)))
            and past.still_holds(change, line, HOLDS)
        ),
        failing=_failing(history),
        failures=_failures(history),
        controls=past.controls(history),
        noisy=tuple(
            sorted(
                (
                    Noisy(key, past.threshold(spreads[key]))
                    for key in {series.key for series in history.series}
                    if past.threshold(spreads[key]) > math.log(NOISY)
                ),
                key=lambda one: (-one.limit, one.key.benchmark, one.key.params),
            )
        ),
        evaluation=evaluate(history),
        limits={series.key: math.exp(past.threshold(spreads[series.key])) for series in history.series},
    )


def exit_code(report: Report) -> int:
    """0 nothing slower; 1 something slower or larger that still holds; 2 broken or wrong there; 3 nothing measured.

    The last point of each series is what "there" means; 2 goes before 1.
    """
    if not report.history.commits:
        return 3
    if report.failing:
        return 2
    return 1 if report.holding else 0


def _badness(change: Change) -> tuple[object, ...]:
    # A ratio that is not known is that of 0 → something: larger than any.
    size = float("inf") if change.ratio is None else change.ratio
    return (_RANKS.get(change.state, 0), -size, change.key.benchmark, change.key.params, change.key.metric)


def _failing(history: History) -> bool:
    newest = {commit.axis: commit for commit in history.commits}
    return any(one.commit in newest.values() for one in history.broken_installs) or any(
        series.last is not None and series.last.outcome != "ok" for series in history.series
    )


def _failures(history: History) -> tuple[Failure, ...]:
    """Give each benchmark's newest failure, and the commits whose pins did not install."""
    found = [
        Failure(past.EVERYTHING, (), (), one.commit, f"does not install: {one.install.reason}", "")
        for one in history.broken_installs
    ]
    metrics: dict[Failure, list[str]] = defaultdict(list)
    for series in history.series:
        for failure in _newest_failure(series):
            metrics[failure].append(series.key.metric)
    return (
        *found,
        *(
            Failure(one.benchmark, one.params, tuple(named), one.commit, one.what, one.stderr)
            for one, named in metrics.items()
        ),
    )


def _newest_failure(series: Series) -> Iterable[Failure]:
    for point in reversed(series.points):
        if point.outcome in {"broken", "wrong"}:
            record = point.record
            what = ": ".join(word for word in (record.outcome, record.reason) if word)
            if record.error is not None:
                what += f" (error {record.error:.3g})"
            yield Failure(
                series.key.benchmark, series.key.params, (), point.commit, what, (record.stderr or "").strip()
            )
            return
