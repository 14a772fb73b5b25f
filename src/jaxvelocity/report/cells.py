"""One figure of an evaluation as a table's cell: a value, or in words why there is none."""

from jaxvelocity.history import Commit
from jaxvelocity.report import units
from jaxvelocity.report.evaluation import EVEN, Figures, overlap, times_faster
from jaxvelocity.report.questions import AGREEMENT

NAMES = {
    "numpy": "NumPy",
    "eager": "op by op",
    "first_call_seconds": "first call",
    "steady": "steady",
    "end_to_end": "end to end",
    "break_even_calls": "pays off against op by op",
    "break_even_calls_numpy": "pays off against NumPy",
    "crossover_size": "crossover",
    "host_input": "host arrays given",
    "transfer": "transfer alone",
    "transfer_back": "back alone",
    "compilations": "compilations",
    "total_seconds": "all requests",
    "traces": "traces",
    "best_step": "best step",
    "least_error": "relative error",
    AGREEMENT: "agreement",
}
"""metric → what a reader calls it"""


def cell(figures: Figures, metric: str) -> str:
    """Write a value; where there is none, `never`, `skipped`, `broken` or `wrong`; where nothing was tried, a dash."""
    if metric == AGREEMENT:
        return _agreement(figures)
    value, note = figures.value(metric), figures.note(metric)
    if value is not None:
        return units.value(value, figures.units[metric])
    if note is None:
        return units.NOTHING
    return "never" if note.startswith("never") else figures.points[metric].outcome


def verdict(figures: Figures, metric: str) -> str:
    """Write a way's speed beside NumPy's: `3.1× faster`, `2.4× slower`, `even`; `unclear` where it was not shown."""
    faster = times_faster(figures, metric)
    if faster is None:
        return units.NOTHING
    if 1 / EVEN <= faster <= EVEN:
        return "even"
    if overlap(figures, metric):
        return "unclear"
    times = units.ratio(float(f"{max(faster, 1 / faster):.2g}"))
    return f"{times} faster" if faster > 1 else f"{times} slower"


def named(figures: Figures, newest: Commit | None = None) -> str:
    """Name a benchmark with its parameters; with its commit too, unless that is `newest`."""
    at = "" if figures.commit == newest else f"at {figures.commit.label}"
    return " ".join(filter(None, [figures.benchmark, *figures.params, at]))


def _agreement(figures: Figures) -> str:
    deviation = figures.deviation
    if deviation is None:
        return units.NOTHING
    if deviation == 0:
        return "equal to the reference"
    return f"within {units.value(deviation, 'relative error')} of the reference"
