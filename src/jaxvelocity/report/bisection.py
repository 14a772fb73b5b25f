"""Where a benchmark changed, as text and as JSON by the command line's contract."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from jaxvelocity.history import Change
from jaxvelocity.history.bisection import Bisection, with_mending
from jaxvelocity.history.comparison import is_failing, is_worse
from jaxvelocity.report import document, units
from jaxvelocity.report.text import one_line


def text(found: Bisection, machine: str, device: str, took: str, compared: Sequence[Change]) -> str:
    """Give what was found as plain text, machine and device first, then each step, then what it rests on."""
    ends = found.ends
    named = " ".join(filter(None, [ends.key.benchmark, ", ".join(ends.key.params), ends.key.metric]))
    lines = [f"machine {machine}, device {device}", f"{named}: {ends.from_} → {ends.to}: {_said(ends)}"]
    lines += [f"  {step.from_} → {step.to}: {_said(step)}" for step in with_mending(found.steps)]
    lines += [
        f"  between {one.from_} and {one.to}: {_said(one)}, in steps too small to tell" for one in found.undecided
    ]
    if not found.steps and not found.undecided:
        lines.append("  nothing changed that could be shown")
    lines += [f"  {version} can't be measured: {reason}" for version, reason in found.missing.items()]
    lines.append("compared: " + ", ".join(_short(change) for change in compared))
    lines.append(took)
    return "\n".join(map(one_line, lines))


def dumps(found: Bisection, machine: str, device: str, compared: Sequence[Change]) -> str:
    """Give what was found as JSON text: `changes` are the steps, `compared` every pair of releases measured."""
    fields: dict[str, Any] = {
        "schema": document.SCHEMA,
        "machine": machine,
        "device": device,
        "range": [found.ends.from_, found.ends.to],
        "changes": [document.change(step) for step in with_mending(found.steps)],
        "ends": document.change(found.ends),
        "undecided": [document.change(one) for one in found.undecided],
        "missing": dict(found.missing),
        "compared": [document.change(one) for one in compared],
    }
    return json.dumps(fields, indent=2, ensure_ascii=False, allow_nan=False)


def exit_code(found: Bisection, threshold: float) -> int:
    """0 nothing slower at the bad end; 1 something slower or larger there; 2 broken or wrong there."""
    if is_failing(found.ends):
        return 2
    return 1 if is_worse(found.ends, threshold) else 0


def _said(change: Change) -> str:
    return "; ".join(_words(change))


def _words(change: Change) -> Iterable[str]:
    unit = change.key.unit
    values = f"{units.value(change.before, unit)} → {units.value(change.after, unit)}"
    if change.state == "confirmed" and change.ratio is not None and change.low is not None and change.high is not None:
        known = f" ({change.low:.3g} to {change.high:.3g})" if change.low != change.high else ""
        yield f"{units.ratio(change.ratio)}{known}, {values}"
    else:
        yield f"{change.state}{f': {change.reason}' if change.reason else ''}, {values}"
    if change.mended_in:
        yield f"mended in {change.mended_in}"


def _short(change: Change) -> str:
    return f"{change.from_}/{change.to} {units.ratio(change.ratio) if change.state == 'confirmed' else change.state}"
