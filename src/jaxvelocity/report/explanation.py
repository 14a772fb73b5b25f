"""Who is faster and why, from the clocks alone, for who has never used JAX."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence

from jaxvelocity import history as past
from jaxvelocity.report import units
from jaxvelocity.report.cells import UNCLEAR, named, verdict
from jaxvelocity.report.evaluation import EVEN, ONE_THREAD, Evaluation, Figures, times_faster

_MATTERS = 1.3
"""What takes so many times as long without something, compiling as one or a second thread, owes its time to that."""


def explanations(evaluation: Evaluation) -> tuple[str, ...]:
    """Say who is faster at the newest commit, inputs placed, and then for each function why, JAX's best first."""
    newest = [one for one in evaluation.functions if one.commit == evaluation.commits[-1]]
    faster = {one: ratio for one in newest if (ratio := times_faster(one, "steady")) is not None}
    if not faster:
        return ()
    ordered = sorted(faster, key=lambda one: -faster[one])
    return (
        *_counted(evaluation, ordered),
        *_since(evaluation, ordered),
        *(f"{named(one, one.commit)}: {_explain(one, evaluation.floor or 0.0)}." for one in ordered),
    )


def _counted(evaluation: Evaluation, functions: Sequence[Figures]) -> Iterator[str]:
    at = evaluation.commits[-1].label
    for way, said in (("steady", "steady calls, inputs on the device"), ("end_to_end", "host arrays in and out")):
        words = Counter(verdict(one, way).rpartition(" ")[2] for one in functions if way in one.points)
        words.pop(units.NOTHING, None)
        rest = [f"{word} in {words[word]}" for word in ("even", UNCLEAR) if words[word]]
        counts = ", ".join([f"JAX in {words['faster']} of {words.total()}", f"NumPy in {words['slower']}", *rest])
        if words.total():
            yield f"Who is faster at {at}, {said}: {counts}."


def _since(evaluation: Evaluation, functions: Sequence[Figures]) -> Iterator[str]:
    """Say how two commits compare, where there are two; what moved NumPy, if it is the same, was the machine."""
    oldest = evaluation.commits[0]
    before = {(one.benchmark, one.params): one for one in evaluation.functions if one.commit == oldest}
    pairs = [(old, one) for one in functions if (old := before.get((one.benchmark, one.params))) and old != one]
    moved = {
        way: [ratio for old, new in pairs if (ratio := past.ratio(old.value(way), new.value(way))) is not None]
        for way in ("steady", "numpy")
    }
    if moved["steady"]:
        low, middle, high = (
            units.ratio(ratio)
            for ratio in (min(moved["steady"]), statistics.median(moved["steady"]), max(moved["steady"]))
        )
        yield (
            f"Against {oldest.label} a steady call takes {middle} as long "
            f"(the median of these {len(moved['steady'])}; from {low} to {high})."
        )
    if moved["numpy"] and len({device.versions.get("numpy") for device in evaluation.devices}) == 1:
        middle, most = (
            units.ratio(ratio)
            for ratio in (statistics.median(moved["numpy"]), max(max(ratio, 1 / ratio) for ratio in moved["numpy"]))
        )
        yield f"NumPy, the same at both, takes {middle} as long (up to {most} apart): that is the machine."


def _explain(figures: Figures, floor: float) -> str:
    faster = times_faster(figures, "steady")
    steady, numpy = figures.value("steady"), figures.value("numpy")
    assert faster is not None
    assert steady is not None
    assert numpy is not None
    both = f"(JAX {_seconds(steady)}, NumPy {_seconds(numpy)})"
    if 1 / EVEN <= faster <= EVEN:
        return f"JAX and NumPy are even {both}"
    if verdict(figures, "steady") == UNCLEAR:
        return f"which is faster was not shown, as their rounds overlap {both}"
    if faster > 1:
        return f"JAX is {units.ratio(faster)} faster {both}{_why_jax(figures, steady, numpy)}{_turned(figures)}"
    if steady <= EVEN * floor:
        reasons = [f"it takes no longer than the smallest jitted call here ({_seconds(floor)})"]
    else:
        is_the_call = floor >= numpy or steady - floor <= EVEN * numpy
        reasons = [f"a jitted call costs {_seconds(floor)} here whatever it computes"] if is_the_call else []
        if steady - floor > EVEN * numpy:  # the call alone does not explain it
            reasons.append(_why_numpy(figures, steady, numpy))
    return f"NumPy is {units.ratio(1 / faster)} faster {both}: {'; and '.join(reasons)}"


def _why_jax(figures: Figures, steady: float, numpy: float) -> str:
    eager = figures.value("eager")
    if eager is None:
        return "; op by op was not measured, so it is not known what compiling does for it"
    if eager / steady < _MATTERS:
        return ": its operations are faster, and op by op it takes hardly longer"
    if numpy / eager > EVEN:
        return (
            f": its operations are faster, {units.ratio(numpy / eager)} op by op, "
            f"and compiled as one they are {units.ratio(eager / steady)} faster again"
        )
    return f": its steps are compiled as one; op by op it takes {units.ratio(eager / steady)} as long"


def _why_numpy(figures: Figures, steady: float, numpy: float) -> str:
    one = figures.value(ONE_THREAD)
    if one is None:
        return "the code that XLA makes of it is slower"
    if steady / one >= _MATTERS:
        left = (
            f", still {units.ratio(one / numpy)} NumPy's time by the code that XLA makes of it"
            if one / numpy > EVEN
            else ", no more than NumPy"
        )
        return f"JAX's threads cost more than they gain; on one thread it takes {_seconds(one)}{left}"
    return f"the code that XLA makes of it is slower; its threads are not the reason (on one it takes {_seconds(one)})"


def _turned(figures: Figures) -> str:
    """Say where JAX loses what it has won: on the way to the device and back."""
    if not verdict(figures, "end_to_end").endswith("slower"):
        return ""
    numpy, all_in = figures.value("numpy") or 0.0, figures.value("end_to_end") or 0.0
    return f"; but with host arrays in and out NumPy is faster ({_seconds(all_in)} against {_seconds(numpy)})"


def _seconds(number: float) -> str:
    return units.value(number, "seconds")
