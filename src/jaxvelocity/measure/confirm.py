"""Confirming history: each suspected step measured as duets of the two releases, once, pair of releases by pair."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jaxvelocity.errors import EnvironmentUnavailableError, RequestError
from jaxvelocity.history import Change, History
from jaxvelocity.history.changes import is_unconfirmed
from jaxvelocity.history.confirmations import Confirmation, read, write
from jaxvelocity.measure import machine, variables
from jaxvelocity.measure.environments import environment
from jaxvelocity.measure.evidence import change_of
from jaxvelocity.measure.parts import Part, parts
from jaxvelocity.measure.play import Advance, Margin, Played, play
from jaxvelocity.measure.programs import use_own_programs
from jaxvelocity.measure.upgrade import margins
from jaxvelocity.releases.catalogue import Catalogue


def confirm(
    root: Path,
    known: Catalogue,
    history: History,
    changes: Sequence[Change],
    asked: str | None,
    say: Callable[[str], None],
    advance: Advance,
) -> int:
    """Play duets for every step that is still only suspected, and write what they say, pair of releases by pair.

    asked: the machine that was asked for by name; without, only this machine's own history is added to. Gives the
    number of the signal that cut it short, or 0. Raises RequestError where the history was taken on another machine or
    device than this one, ResultsError where what was confirmed before can't be read.
    """
    here = machine.default_name()
    if history.machine is None:
        return 0
    if asked is None and history.machine != here:
        raise RequestError(
            f"the results were measured on {history.machine}, this machine is {here}: if that is the same, "
            f"give --machine {history.machine}"
        )
    use_own_programs()
    variables.unset()
    # Read anew, so that a damaged file ends this before it would be written over.
    found = list(read(root / "results", history.machine))
    margin = margins(root, history.machine)
    pairs: dict[tuple[str, str], list[Change]] = defaultdict(list)
    for change in filter(is_unconfirmed, changes):
        pairs[str(change.from_), change.to].append(change)
    for number, ((old, new), steps) in enumerate(pairs.items(), start=1):
        say(f"{old} → {new}: {len(steps)} suspected steps, pair {number} of {len(pairs)}")
        try:
            pythons = (environment(root, known, old, say), environment(root, known, new, say))
            played = play(root, pythons, _chooser(steps), margin, advance)
        except EnvironmentUnavailableError as error:
            say(str(error))
            continue
        found += _confirmations(played, steps, history, margin)
        write(root / "results", history.machine, found)
        if played.signalled:
            return played.signalled
    return 0


def _chooser(steps: Sequence[Change]) -> Callable[[Sequence[Mapping[str, Any]]], list[Part]]:
    """Pick the parts that give the metrics of the steps, and of those parts only these metrics."""
    wanted: dict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    for step in steps:
        wanted[step.key.benchmark, step.key.params].add(step.key.metric)

    def choose(listed: Sequence[Mapping[str, Any]]) -> list[Part]:
        found = []
        for part in parts(listed, quick=False, pattern=None):
            metrics = wanted.get((part.benchmark, part.params), set()) & part.metrics.keys()
            if metrics:
                kept = {name: unit for name, unit in part.metrics.items() if name in metrics}
                found.append(Part(part.name, part.index, part.params, kept))
        return found

    return choose


def _confirmations(played: Played, steps: Sequence[Change], history: History, margin: Margin) -> list[Confirmation]:
    """Give what was played to its end as confirmations; what was cut short is played again next time."""
    by_key = {(step.key.benchmark, step.key.params, step.key.metric): step for step in steps}
    records = {(series.key, point.commit.label): point.record for series in history.series for point in series.points}
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    found = []
    for part, metrics in played.evidence.items():
        for metric, evidence in metrics.items():
            step = by_key.get((part.benchmark, part.params, metric))
            least = margin(part.benchmark, part.params, metric)
            if step is None or evidence.duets_left(least):
                continue
            if step.key.device != played.device.label:
                raise RequestError(
                    f"the history of {step.key.machine} was taken on {step.key.device}, this is "
                    f"{played.device.label}: confirm it there"
                )
            assert step.from_ is not None
            change = change_of(step.key, evidence, (step.from_, step.to), least)
            failing = change.state in ("broken", "wrong")
            record = records[step.key, step.to]
            found.append(
                Confirmation(
                    benchmark=part.benchmark,
                    params=part.params,
                    metric=metric,
                    device=played.device.label,
                    from_=step.from_,
                    to=step.to,
                    version=record.version,
                    functions=record.functions,
                    inputs=record.inputs,
                    state="inconclusive" if failing else change.state,  # type: ignore[arg-type]
                    ratio=step.ratio if failing else change.ratio,
                    low=change.low,
                    high=change.high,
                    duets=max(len(evidence.first) + len(evidence.second), len(evidence.values["new"])),
                    reason=f"{change.state} in duets: {change.reason}" if failing else change.reason,
                    at=now,
                )
            )
    return found
