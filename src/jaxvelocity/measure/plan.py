"""What there is to measure: benchmarks, cut into slices that are saved whole."""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jaxvelocity.errors import RequestError
from jaxvelocity.history import records, series

QUICK = (
    "elementwise.TotalVariationGradient",
    "floor.EmptyBody",
    "floor.SmallestCall",
    "indexing.SegmentSum",
    "loops.WhileGather",
    "quickstart.Gram",
    "quickstart.MatrixOnBatchByVmap",
    "quickstart.Selu",
    "quickstart.SumLogisticGradient",
)
"""The quick profile's classes, under the identities that they have in the full suite."""

_QUICK_METHODS = ("time_steady", "track_compile_seconds", "track_hlo_instructions", "track_temp_bytes")
"""What it takes of each: what every class has. The other ways to make a call are for those who ask for them."""

SLICE_SECONDS = 50.0
"""How much measuring a slice should hold: what is lost when the tool is killed. Each costs a fork server, some 3 s."""

_PROCESS_SECONDS = 0.5
"""What one benchmark process takes, as far as is known beforehand: a backend, a compilation, 0.15 s of samples."""

Entry = Mapping[str, Any]
"""One benchmark of asv's benchmarks.json."""


@dataclass(frozen=True)
class Slice:
    """Benchmarks, by asv's names, that are measured in one go; all metrics of one class stay together."""

    names: tuple[str, ...]
    seconds: float
    """what it is thought to take"""


def chosen(suite: Mapping[str, Entry], *, quick: bool, pattern: str | None) -> list[str]:
    """Give the names in `suite` that a request means.

    The pattern is searched in `module.Class.method`, never in parameters: a subset of one benchmark's parameters is
    something asv can't keep apart from a whole. Raises RequestError where nothing is left.
    """
    names = [name for name in suite if not quick or _is_quick(name)]
    if pattern is not None:
        try:
            expression = re.compile(pattern)
        except re.error as error:
            raise RequestError(f"--bench {pattern!r} is no regular expression: {error}") from None
        names = [name for name in names if expression.search(name)]
    if not names:
        within = "the benchmarks of the quick profile" if quick else f"the {len(suite)} benchmarks"
        raise RequestError(f"--bench {pattern!r} matches none of {within}; `--bench .` matches all")
    return names


def _is_quick(name: str) -> bool:
    subject, _, method = name.rpartition(".")
    return subject in QUICK and method in _QUICK_METHODS


def missing(
    names: Iterable[str],
    suite: Mapping[str, Entry],
    kept: Iterable[records.Record],
    values: Mapping[str, Sequence[float | None]],
    *,
    axis: series.Axis,
    retry: bool,
) -> list[str]:
    """Give the names that have at least one parameter combination without a valid point at a commit.

    kept: the commit's filed records. values: asv's results there, one a combination. A failure on record counts as
    measured, and so does what was measured beside other work, unless `retry`.
    """
    filed = {(record.benchmark, record.params): record for record in kept}

    def measured(name: str, index: int, params: tuple[str, ...]) -> bool:
        record = filed.get((name, params))
        if record is None or series.stale(record, suite[name], axis):
            return False
        if index >= len(values.get(name, ())):  # on record, but the visit did not get so far as to save it
            return False
        if record.outcome not in ("ok", "skipped") or record.is_disturbed:
            return not retry
        return values[name][index] is not None

    return [
        name
        for name in names
        if not all(
            measured(name, index, params) for index, params in enumerate(series.combinations(suite[name]["params"]))
        )
    ]


def slices(names: Iterable[str], suite: Mapping[str, Entry], durations: Mapping[str, float]) -> list[Slice]:
    """Cut benchmarks into slices of about SLICE_SECONDS. durations: seconds that each took elsewhere, where known."""

    def seconds(name: str) -> float:
        entry = suite[name]
        return durations.get(
            name, _PROCESS_SECONDS * len(series.combinations(entry["params"])) * entry.get("rounds", 1)
        )

    cut: list[Slice] = []
    for _, group in itertools.groupby(sorted(names), key=lambda name: name.rpartition(".")[0]):
        members = tuple(group)
        cost = sum(map(seconds, members))
        if cut and cut[-1].seconds + cost <= SLICE_SECONDS:
            cut[-1] = Slice(cut[-1].names + members, cut[-1].seconds + cost)
        else:
            cut.append(Slice(members, cost))
    return cut
