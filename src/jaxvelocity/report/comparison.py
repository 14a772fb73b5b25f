"""What duets of two releases have shown, as text, as Markdown, and as JSON by the command line's contract."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tabulate import tabulate

from jaxvelocity.history import Change
from jaxvelocity.history.comparison import Comparison, is_failing, is_worse, worst_first
from jaxvelocity.report import document, units
from jaxvelocity.report.text import marked, one_line

_HEADINGS = ("benchmark", "params", "metric", "before", "after", "ratio", "99 % interval", "state")

_SIDES = ("left", "left", "left", "right", "right", "right", "left", "left")

_KINDS = ("broken", "wrong", "slower or larger", "faster or smaller", "mended", "inconclusive", "same")


def text(found: Comparison, threshold: float) -> str:
    """Give the comparison as plain text, machine and device first, what is the same only counted."""
    cells = [[one_line(cell) for cell in row] for row in _rows(found)]
    table = [tabulate(cells, _HEADINGS, "simple", disable_numparse=True, colalign=_SIDES)] if cells else []
    return "\n\n".join(["\n".join(map(one_line, _opening(found, threshold))), *table, *map(one_line, _closing(found))])


def markdown(found: Comparison, threshold: float) -> str:
    """Give the comparison as Markdown, fit for a pull request's comment; names stay text whatever they hold."""
    cells = [[marked(one_line(cell)) for cell in row] for row in _rows(found)]
    table = [tabulate(cells, _HEADINGS, "pipe", disable_numparse=True, colalign=_SIDES)] if cells else []
    title = f"### JAX {marked(found.old)} → {marked(found.new)}"
    where, *opening = [marked(one_line(line)) for line in _opening(found, threshold)]
    return "\n\n".join([where, title, *opening, *table, *(marked(one_line(line)) for line in _closing(found))])


def dumps(found: Comparison) -> str:
    """Give the comparison as JSON text: every benchmark and metric, worst first."""
    fields: dict[str, Any] = {
        "schema": document.SCHEMA,
        "machine": found.machine,
        "device": found.device,
        "old": found.old,
        "new": found.new,
        "changes": [
            document.change(change) | {"same_program": change.key in found.same_program}
            for change in worst_first(found.changes)
        ],
        "duets": found.duets,
        "seconds": found.seconds,
        "stopped": found.stopped,
        "problems": list(found.problems),
        "failures": list(_failures(found)),
    }
    return json.dumps(fields, indent=2, ensure_ascii=False, allow_nan=False)


def exit_code(found: Comparison, threshold: float) -> int:
    """0 nothing slower; 1 something slower or larger; 2 broken or wrong at the new release; 3 nothing measured.

    2 also where something could not be imported or a side was gone: nobody knows then that nothing is slower.
    """
    if all(one.before is None and one.after is None and not is_failing(one) for one in found.changes):
        return 3
    if found.problems or any(map(is_failing, found.changes)):
        return 2
    return 1 if any(is_worse(change, threshold) for change in found.changes) else 0


def _rows(found: Comparison) -> Iterable[list[str]]:
    for change in worst_first(found.changes):
        if change.state == "same":
            continue
        key = change.key
        interval = "" if change.low is None or change.low == change.high else _interval(change)
        yield [
            key.benchmark,
            ", ".join(key.params),
            key.metric,
            units.value(change.before, key.unit),
            units.value(change.after, key.unit),
            units.ratio(change.ratio),
            interval,
            _state(change, found),
        ]


def _interval(change: Change) -> str:
    assert change.low is not None
    assert change.high is not None
    return f"{change.low:.3g} to {change.high:.3g}"


def _state(change: Change, found: Comparison) -> str:
    words = change.state + (f": {change.reason}" if change.reason else "")
    if change.mended_in:
        words += f", mended in {change.mended_in}"
    if change.key in found.same_program:
        words += "; the program is the same"
    return words


def _opening(found: Comparison, threshold: float) -> Iterable[str]:
    yield f"machine {found.machine}, device {found.device}"
    yield f"JAX {found.old} → {found.new}, ratios are new ÷ old"
    counted = Counter(_kind(change) for change in found.changes)
    worse = sum(is_worse(change, threshold) for change in found.changes)
    listed = ", ".join(f"{counted[kind]} {kind}" for kind in _KINDS if counted[kind])
    yield f"{len(found.changes)} figures: {listed or 'none'}; slower or larger by {threshold:.0%} or more: {worse}"


def _kind(change: Change) -> str:
    if change.state in ("broken", "wrong"):
        return "mended" if change.mended_in else change.state
    if change.state != "confirmed":
        return change.state
    return "faster or smaller" if change.ratio is not None and change.ratio < 1 else "slower or larger"


def _failures(found: Comparison) -> Iterable[str]:
    for one in found.failures:
        params = f" ({', '.join(one.params)})" if one.params else ""
        yield f"{one.benchmark}{params} at {one.release}: {one.outcome}: {one.reason}"


def _closing(found: Comparison) -> Iterable[str]:
    yield from _failures(found)
    minutes, seconds = divmod(round(found.seconds), 60)
    stopped = "; stopped before all was decided, --budget gives more time" if found.stopped else ""
    yield f"took {minutes} min {seconds} s, {found.duets} duets{stopped}"
    yield from found.problems
