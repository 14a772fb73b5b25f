"""Who is faster and why, from the clocks alone, for who has never used JAX."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence

from jaxvelocity import history as past
from jaxvelocity.report import units
from jaxvelocity.report.cells import named, verdict
from jaxvelocity.report.evaluation import EVEN, Evaluation, Figures, times_faster

_NEAR_FLOOR = 4.0
"""A steady call that takes less than so many smallest calls is mostly what any call costs."""

_JOINED = 1.3
"""Op by op takes at least so many times a steady call, where compiling the steps into one is what makes JAX fast."""

_LIKELY_FLOOR = 1e-4
"""Seconds: a call that takes longer computes something, and says nothing of what any call costs."""


def explanations(evaluation: Evaluation) -> tuple[str, ...]:
    """Say who is faster at the newest commit, inputs placed, and then for each function why, JAX's best first."""
    newest = [one for one in evaluation.functions if one.commit == evaluation.commits[-1]]
    floor, smallest = evaluation.floor, "a jitted call costs {} here whatever it computes"
    if floor is None:
        known = [seconds for one in newest if (seconds := one.value("steady")) is not None]
        floor = min((seconds for seconds in known if seconds < _LIKELY_FLOOR), default=None)
        smallest = "the shortest jitted call measured here takes {}"
    said = smallest.format(units.value(floor, "seconds"))
    faster = {one: ratio for one in newest if (ratio := times_faster(one, "steady")) is not None}
    if not faster:
        return ()
    ordered = sorted(faster, key=lambda one: -faster[one])
    return (
        _counted(evaluation, ordered),
        *_since(evaluation, ordered),
        *(f"{named(one, one.commit)}: {_explain(one, floor or 0.0, said)}" for one in ordered),
    )


def _counted(evaluation: Evaluation, functions: Sequence[Figures]) -> str:
    said = Counter(verdict(one, "steady").rpartition(" ")[2] for one in functions)
    rest = [f"{word} in {said[word]}" for word in ("even", "unclear") if said[word]]
    return (
        f"Who is faster at {evaluation.commits[-1].label}, steady calls with inputs placed: "
        + ", ".join([f"JAX in {said['faster']} of {len(functions)}", f"NumPy in {said['slower']}", *rest])
        + "."
    )


def _since(evaluation: Evaluation, functions: Sequence[Figures]) -> Iterator[str]:
    """Say how the steady calls of two commits compare, where there are two."""
    oldest = evaluation.commits[0]
    before = {(one.benchmark, one.params): one for one in evaluation.functions if one.commit == oldest}
    found = [
        ratio
        for one in functions
        if (old := before.get((one.benchmark, one.params))) and old.commit != one.commit
        if (ratio := past.ratio(old.value("steady"), one.value("steady"))) is not None
    ]
    if found:
        low, middle, high = (units.ratio(ratio) for ratio in (min(found), statistics.median(found), max(found)))
        yield f"Against {oldest.label} a steady call takes {middle} as long (the median; from {low} to {high})."


def _explain(figures: Figures, floor: float, said: str) -> str:
    faster = times_faster(figures, "steady")
    steady, numpy = figures.value("steady"), figures.value("numpy")
    if faster is None or steady is None or numpy is None:
        return ""
    if verdict(figures, "steady") == "unclear":
        why = (
            f"which is faster was not shown, as their rounds overlap (JAX {_seconds(steady)}, NumPy {_seconds(numpy)})"
        )
    elif faster > EVEN:
        why = _why_jax(figures, steady, faster) + _turned(figures)
    elif faster < 1 / EVEN:
        why = _why_numpy(steady, numpy, floor, said)
    else:
        why = f"JAX and NumPy are even ({_seconds(steady)} and {_seconds(numpy)})"
    return f"{why}. {_first_call(figures, steady)}".strip()


def _why_jax(figures: Figures, steady: float, faster: float) -> str:
    won = f"JAX is {units.ratio(faster)} faster"
    eager = figures.value("eager")
    if eager is None:
        return f"{won}; op by op was not measured, so it is not known what compiling does for it"
    if eager / steady >= _JOINED:
        return f"{won}: its steps are compiled as one, and op by op it takes {units.ratio(eager / steady)} as long"
    return f"{won} by its compiled code alone: there was nothing to fuse, as op by op it takes hardly longer"


def _why_numpy(steady: float, numpy: float, floor: float, said: str) -> str:
    if steady >= _NEAR_FLOOR * floor:
        slower = units.ratio(steady / numpy)
        return (
            f"NumPy is faster: XLA's code for it takes {slower} as long as NumPy's "
            f"({_seconds(steady)} against {_seconds(numpy)})"
        )
    if numpy < floor:
        return f"NumPy is faster: {said}, and NumPy's whole work is shorter ({_seconds(numpy)})"
    return f"NumPy is faster: {said}, a large part of JAX's {_seconds(steady)}; NumPy takes {_seconds(numpy)} in all"


def _turned(figures: Figures) -> str:
    """Say where JAX loses what it has won: on the way to the device and back."""
    faster = times_faster(figures, "end_to_end")
    if faster is None or faster >= 1 / EVEN:
        return ""
    numpy, all_in = figures.value("numpy") or 0.0, figures.value("end_to_end") or 0.0
    return f"; but with host arrays in and out NumPy is faster ({_seconds(numpy)} against {_seconds(all_in)})"


def _first_call(figures: Figures, steady: float) -> str:
    first = figures.value("first_call_seconds")
    if first is None:
        return ""
    calls = round(first / steady)
    return f"The first call costs {_seconds(first)}" + (
        f", as long as {units.value(calls, 'calls')} steady calls." if calls > 1 else "."
    )


def _seconds(number: float) -> str:
    return units.value(number, "seconds")
