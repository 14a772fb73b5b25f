"""One figure of an evaluation as a table's cell: a value, or in words why there is none."""

from collections.abc import Sequence

from jaxvelocity.history import Commit
from jaxvelocity.report import units
from jaxvelocity.report.evaluation import EVEN, PAYS, Figures, overlap, times_faster
from jaxvelocity.report.questions import AGREEMENT

NAMES = {
    "numpy": "NumPy",
    "eager": "op by op",
    "first_call_seconds": "first call",
    "steady": "steady",
    "end_to_end": "end to end",
    "break_even_calls": "pays: ops",
    "break_even_calls_numpy": "pays: NumPy",
    "crossover_size": "crossover",
    "host_input": "host arrays in",
    "transfer": "to the device",
    "transfer_back": "back",
    "compilations": "compilations",
    "total_seconds": "all requests",
    "traces": "traces",
    "best_step": "best step",
    "least_error": "relative error",
    AGREEMENT: "agreement",
}
"""metric → what a reader calls it"""

NEVER, UNCLEAR = "never", "unclear"

_TWOFOLD = 2.0

_ROUGH = "~"
"""Before a time whose rounds are further apart than EVEN."""


def cell(figures: Figures, metric: str) -> str:
    """Write a value; where there is none, `never`, `skipped`, `broken` or `wrong`; where nothing was tried, a dash."""
    if metric == AGREEMENT:
        return _agreement(figures)
    value, note = figures.value(metric), figures.note(metric)
    if metric in PAYS and (value is not None or note is not None):
        return _pays(figures, metric)
    if value is not None:
        rough = figures.units[metric] == "seconds" and _apart(figures, metric) > EVEN
        return (_ROUGH if rough else "") + units.value(value, figures.units[metric])
    return units.NOTHING if note is None else figures.points[metric].outcome


def _pays(figures: Figures, metric: str) -> str:
    """Write a number of calls as what its rounds lie between; `unclear`, where the clocks beside it say otherwise."""
    gained = verdict(figures, "steady", PAYS[metric])
    note = figures.note(metric)
    if note is not None:
        is_never = note.startswith(NEVER)
        disagree = gained == UNCLEAR or gained.endswith("faster")
        return (UNCLEAR if disagree else NEVER) if is_never else figures.points[metric].outcome
    rounds = figures.points[metric].rounds or (figures.value(metric) or 0.0,)
    if not gained.endswith("faster") or not _agrees(figures, PAYS[metric], rounds):
        return UNCLEAR
    low, high = (units.value(float(f"{end:.2g}"), "calls") for end in (min(rounds), max(rounds)))
    return low if low == high else f"{low}–{high}"


def _agrees(figures: Figures, than: str, rounds: Sequence[float]) -> bool:
    """Whether the clocks beside it, from processes of their own, give the number of calls within a factor of two."""
    first, steady, other = (figures.value(metric) for metric in ("first_call_seconds", "steady", than))
    if first is None or steady is None or other is None:
        return True
    calls = max(1.0, (first - steady) / (other - steady))
    return min(rounds) / _TWOFOLD <= calls <= max(rounds) * _TWOFOLD


def _apart(figures: Figures, metric: str) -> float:
    rounds = figures.points[metric].rounds
    return max(rounds) / min(rounds) if rounds and min(rounds) > 0 else 1.0


def verdict(figures: Figures, way: str, than: str = "numpy") -> str:
    """Write a way's speed beside another's: `3.1× faster`, `2.4× slower`, `even`; `unclear` where it was not shown."""
    faster = times_faster(figures, way, than)
    if faster is None:
        return units.NOTHING
    if 1 / EVEN <= faster <= EVEN:
        return "even"
    if overlap(figures, way, than):
        return UNCLEAR
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
