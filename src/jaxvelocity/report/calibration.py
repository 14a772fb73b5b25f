"""What a machine can see, as text."""

import statistics
from collections.abc import Iterable

from tabulate import tabulate

from jaxvelocity.history import duets
from jaxvelocity.history.calibration import Calibration, Planted

_SHOWN = 10


def text(found: Calibration, machine: str) -> str:
    """Give a calibration as plain text: what can be seen at best, and what was seen of what was planted."""
    parts = ["\n".join(_opening(found, machine))]
    worst = sorted(found.controls, key=lambda one: -one.spread)[:_SHOWN]
    if worst:
        rows = [
            [
                one.benchmark,
                ", ".join(one.params),
                one.metric,
                _percent(one.spread),
                _percent(duets.visible(one.spread)),
            ]
            for one in worst
        ]
        parts.append(
            "the clocks that see least:\n"
            + tabulate(rows, ["benchmark", "params", "metric", "spread of duets", "can show"], "simple")
        )
    if found.planted:
        rows = [
            [
                one.benchmark,
                ", ".join(one.params),
                one.metric,
                _percent(one.share) if one.share else "a sort",
                _ratio(one),
                one.state,
            ]
            for one in found.planted
        ]
        columns = ["benchmark", "params", "metric", "planted", "seen", "state"]
        parts.append("planted slowdowns:\n" + tabulate(rows, columns, "simple"))
    return "\n\n".join(parts)


def line(found: Calibration) -> str:
    """Say in one line what a machine can show."""
    seen = [duets.visible(one.spread) for one in found.controls]
    return (
        f"calibrated {found.at[:10]} at JAX {found.release}: duets can show {_percent(statistics.median(seen))} "
        f"on half of {len(seen)} clocks, {_percent(max(seen))} on all"
    )


def _opening(found: Calibration, machine: str) -> Iterable[str]:
    yield f"machine {machine}, device {found.device}"
    if found.controls:
        yield line(found)
        false = [one for one in found.controls if one.state == "confirmed"]
        open_ = sum(one.state == "inconclusive" for one in found.controls)
        yield f"{len(found.controls)} controls: {len(false)} confirmed, which would be false, {open_} inconclusive"


def _ratio(one: Planted) -> str:
    if one.ratio is None or one.low is None or one.high is None:
        return "–"
    return f"{one.ratio:.3f} ({one.low:.3f} to {one.high:.3f})"


def _percent(number: float) -> str:
    return f"{100 * number:.1f} %"
