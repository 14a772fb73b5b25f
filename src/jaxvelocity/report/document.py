"""The report as JSON, by the command line's contract."""

import json
import math
import statistics
from typing import Any

from jaxvelocity.history import Change
from jaxvelocity.report.summary import Report

SCHEMA = 1
"""1: the first."""


def dumps(report: Report) -> str:
    """Give the report as JSON text."""
    return json.dumps(document(report), indent=2, ensure_ascii=False, allow_nan=False)


def document(report: Report) -> dict[str, Any]:
    """Give the report as an object that json.dumps writes: strings, finite numbers, lists, None.

    Where a machine has several devices, `device` names them all, and each change has a `device` of its own.
    """
    history = report.history
    return {
        "schema": SCHEMA,
        "machine": history.machine,
        "device": "; ".join(history.devices) or None,
        "range": list(report.range) if report.range else None,
        "changes": [_change(change, several=len(history.devices) > 1) for change in report.changes],
        "control": _control(report),
        "problems": list(history.problems),
    }


def _change(change: Change, *, several: bool) -> dict[str, Any]:
    fields = {
        "benchmark": change.key.benchmark,
        "params": list(change.key.params),
        "metric": change.key.metric,
        "from": change.from_,
        "to": change.to,
        "before": change.before,
        "after": change.after,
        "unit": change.key.unit,
        "ratio": change.ratio,
        "low": change.low,
        "high": change.high,
        "state": change.state,
        "reason": change.reason,
        "mended_in": change.mended_in,
    }
    # A figure of one device is never read as another's.
    return fields | {"device": change.key.device} if several else fields


def _control(report: Report) -> dict[str, Any] | None:
    """Give how far apart two commits with the same pins came out: medians and maxima of |ratio - 1|."""
    if not report.controls:
        return None
    apart = [math.expm1(abs(control.log_ratio)) for control in report.controls]
    return {
        "old": report.controls[0].older.label,
        "new": report.controls[0].newer.label,
        "pairs": len(apart),
        "median": statistics.median(apart),
        "largest": max(apart),
    }
