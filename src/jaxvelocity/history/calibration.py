"""Calibration: how far controls' duets spread on a machine, and what was seen of slowdowns planted there."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from jaxvelocity.errors import ResultsError
from jaxvelocity.files import write_whole
from jaxvelocity.history import duets
from jaxvelocity.history.records import params_of

FORMAT = 2
"""2: what was planted names its metric."""

_NAME = "calibration.duets"
"""In the machine's folder; asv reads nothing of that suffix."""


@dataclass(frozen=True)
class Control:
    """A clock whose two sides were the same release. spread: `duets.spread`, of so many duets. state: what came out."""

    benchmark: str
    params: tuple[str, ...]
    metric: str
    spread: float
    duets: int
    state: str


@dataclass(frozen=True)
class Planted:
    """Extra work in one benchmark. share: of a call that it costs, 0.05 for 5 %, None where it is a sort.

    ratio, low, high: of duets.
    """

    benchmark: str
    params: tuple[str, ...]
    metric: str
    share: float | None
    state: str
    ratio: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Calibration:
    """What one machine can see. device: `Device.label`. release: of both sides. at: when (ISO 8601, UTC)."""

    device: str
    release: str
    at: str
    controls: tuple[Control, ...] = ()
    planted: tuple[Planted, ...] = ()

    def spreads(self) -> Mapping[tuple[str, tuple[str, ...], str], float]:
        """Give the spread of each clock by benchmark, params and metric."""
        return {(one.benchmark, one.params, one.metric): one.spread for one in self.controls}

    def margin(self, benchmark: str, params: tuple[str, ...], metric: str) -> float:
        """Give the least change of a clock that may be confirmed; that of a clock never seen is the least of all."""
        return duets.margin(self.spreads().get((benchmark, params, metric), 0.0))


def read(results_dir: Path, machine: str | None) -> Calibration | None:
    """Read a machine's calibration, None where there is none. Raises ResultsError where it is damaged."""
    path = results_dir / (machine or "") / _NAME
    if machine is None or not path.exists():
        return None
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        if fields.pop("format") != FORMAT:
            raise ValueError(f"this jaxvelocity knows format {FORMAT}")
        controls = tuple(replace(Control(**one), params=params_of(one["params"])) for one in fields.pop("controls"))
        planted = tuple(replace(Planted(**one), params=params_of(one["params"])) for one in fields.pop("planted"))
        for number in (*(one.spread for one in controls), *(one.ratio for one in planted)):
            if number is not None and not math.isfinite(number):
                raise ValueError(f"{number} is no spread or ratio")
        return Calibration(**fields, controls=controls, planted=planted)
    except (OSError, ValueError, TypeError, KeyError) as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise ResultsError(
            f"{machine}/{_NAME} can't be read ({what}): move it away, then `jaxvelocity calibrate`"
        ) from error


def write(results_dir: Path, machine: str, calibration: Calibration) -> None:
    """Write a machine's calibration, whole or not at all; what it does not hold of an earlier one is kept."""
    text = json.dumps({"format": FORMAT} | asdict(calibration), indent=1, sort_keys=True, allow_nan=False)
    write_whole(results_dir / machine / _NAME, text + "\n")


def merged(old: Calibration | None, new: Calibration) -> Calibration:
    """Give a new calibration with the controls of an older one that it has not measured, on the same device."""
    if old is None or old.device != new.device:
        return new
    seen = new.spreads()
    kept = (one for one in old.controls if (one.benchmark, one.params, one.metric) not in seen)
    ordered = sorted((*new.controls, *kept), key=lambda one: (one.benchmark, one.params, one.metric))
    return replace(new, controls=tuple(ordered), planted=new.planted or old.planted)
