"""Who is faster and why, from the clocks alone, for who has never used JAX."""

from jaxvelocity.report import units
from jaxvelocity.report.cells import named
from jaxvelocity.report.evaluation import EVEN, Evaluation, Figures, times_faster

_NEAR_FLOOR = 4.0
"""A steady call that takes less than so many smallest calls is mostly what any call costs."""

_JOINED = 1.3
"""Op by op takes at least so many times a steady call, where compiling the steps into one is what makes JAX fast."""

_LIKELY_FLOOR = 1e-4
"""Seconds: a call that takes longer computes something, and says nothing of what any call costs."""


def explanations(evaluation: Evaluation) -> tuple[str, ...]:
    """Give a line for each function at the newest commit that has both a steady call's time and NumPy's."""
    newest = [one for one in evaluation.functions if one.commit == evaluation.commits[-1]]
    floor, smallest = evaluation.floor, "a jitted call costs {} here whatever it computes"
    if floor is None:
        known = [seconds for one in newest if (seconds := one.value("steady")) is not None]
        floor = min((seconds for seconds in known if seconds < _LIKELY_FLOOR), default=None)
        smallest = "the shortest jitted call measured here takes {}"
    said = smallest.format(units.value(floor, "seconds"))
    found = [(one, _explain(one, floor or 0.0, said)) for one in newest]
    return tuple(f"{named(one, one.commit)}: {why}" for one, why in found if why)


def _explain(figures: Figures, floor: float, said: str) -> str:
    faster = times_faster(figures, "steady")
    steady, numpy = figures.value("steady"), figures.value("numpy")
    if faster is None or steady is None or numpy is None:
        return ""
    if faster > EVEN:
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
    return f"The first call costs {_seconds(first)}, as long as {units.value(calls, 'calls')} steady calls."


def _seconds(number: float) -> str:
    return units.value(number, "seconds")
