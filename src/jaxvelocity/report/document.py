"""The report as JSON, by the command line's contract."""

import json
import math
import statistics
from collections.abc import Sequence
from typing import Any

from jaxvelocity.history import Change
from jaxvelocity.report.cells import cell, verdict
from jaxvelocity.report.evaluation import CALLS, CROSSOVER, ONE_THREAD, PAYS, TRANSFERS, Answer, Evaluation, Figures
from jaxvelocity.report.questions import AGREEMENT
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
        "changes": [change(one, several=len(history.devices) > 1) for one in report.changes],
        "control": _control(report),
        "evaluation": _evaluation(report.evaluation) if report.evaluation else None,
        "problems": list(history.problems),
    }


def change(one: Change, *, several: bool = False) -> dict[str, Any]:
    """Give a change as the contract has it; `several`: with the device that it was seen on."""
    fields = {
        "benchmark": one.key.benchmark,
        "params": list(one.key.params),
        "metric": one.key.metric,
        "from": one.from_,
        "to": one.to,
        "before": one.before,
        "after": one.after,
        "unit": one.key.unit,
        "ratio": one.ratio,
        "low": one.low,
        "high": one.high,
        "state": one.state,
        "reason": one.reason,
        "mended_in": one.mended_in,
    }
    # A figure of one device is never read as another's.
    return fields | {"device": one.key.device} if several else fields


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


def _evaluation(found: Evaluation) -> dict[str, Any]:
    return {
        "releases": [commit.label for commit in found.commits],
        "device": found.devices[-1].label,
        "blas": dict(found.devices[-1].blas),
        "functions": [
            _figures(one, [*CALLS, ONE_THREAD, *TRANSFERS, *PAYS])
            | {
                "vs_numpy": {way: verdict(one, way) for way in ("steady", "end_to_end")},
                "pays": {metric: cell(one, metric) for metric in PAYS},
            }
            for one in found.functions
        ],
        "crossovers": [
            _place(one) | {"size": one.value(CROSSOVER), "unit": one.units[CROSSOVER], "reason": one.note(CROSSOVER)}
            for one in found.crossovers
        ],
        "questions": [_answer(answer) for answer in found.answers],
    }


def _answer(answer: Answer) -> dict[str, Any]:
    metrics = [metric for metric in answer.question.metrics if metric != AGREEMENT]
    return {
        "title": answer.question.title,
        "sides": [{"side": side} | _figures(figures, metrics) for side, figures in answer.sides],
    }


def _figures(figures: Figures, metrics: Sequence[str]) -> dict[str, Any]:
    """Give a benchmark's values at one release in each metric's unit; `notes` say why one that was tried is null."""
    notes = {metric: figures.note(metric) for metric in metrics}
    deviation = figures.deviation
    return (
        _place(figures)
        | {metric: figures.value(metric) for metric in metrics}
        | {
            "units": dict(figures.units),
            "notes": {metric: note for metric, note in notes.items() if note is not None},
            "deviation": deviation if deviation is not None and math.isfinite(deviation) else None,
        }
    )


def _place(figures: Figures) -> dict[str, Any]:
    return {"benchmark": figures.benchmark, "params": list(figures.params), "release": figures.commit.label}
