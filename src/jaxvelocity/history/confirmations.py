"""Confirmations: what duets have said of steps that the history suspects, kept beside the results."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from jaxvelocity.errors import ResultsError
from jaxvelocity.files import write_whole
from jaxvelocity.history.records import params_of

FORMAT = 1
"""1: the first."""

_NAME = "confirmations.duets"
"""In the machine's folder; asv reads nothing of that suffix."""

_STATES = ("confirmed", "same", "inconclusive")


@dataclass(frozen=True)
class Confirmation:
    """What duets of two releases have said of one step.

    device: `Device.label`. version, functions, inputs: of what was measured, as in a Record; where today's differ, it
    no longer counts. ratio, low, high: of the duets. at: when (ISO 8601, UTC).
    """

    benchmark: str
    params: tuple[str, ...]
    metric: str
    device: str
    from_: str
    to: str
    version: str
    functions: str
    inputs: str
    state: Literal["confirmed", "same", "inconclusive"]
    ratio: float | None
    low: float | None
    high: float | None
    duets: int
    reason: str | None
    at: str

    @property
    def step(self) -> tuple[object, ...]:
        """What tells one step from another."""
        return (self.benchmark, self.params, self.metric, self.device, self.from_, self.to)


def read(results_dir: Path, machine: str | None) -> tuple[Confirmation, ...]:
    """Read a machine's confirmations; none where there is no file. Raises ResultsError where it is damaged."""
    path = results_dir / (machine or "") / _NAME
    if machine is None or not path.exists():
        return ()
    number = 1
    try:
        head, *rest = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        if json.loads(head)["format"] != FORMAT:
            raise ValueError(f"format {json.loads(head)['format']!r}, this jaxvelocity knows {FORMAT}")
        found = []
        for number, line in enumerate(rest, start=2):  # noqa: B007 (the error below names the line)
            found.append(_confirmation(json.loads(line)))
    except (OSError, ValueError, TypeError, KeyError) as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise ResultsError(
            f"{machine}/{_NAME} can't be read (line {number}: {what}): "
            "move it away, then `jaxvelocity report --confirm`"
        ) from error
    return tuple(found)


def _confirmation(fields: dict[str, object]) -> Confirmation:
    confirmation = Confirmation(**fields)  # type: ignore[arg-type]
    if confirmation.state not in _STATES:
        raise ValueError(f"state {confirmation.state!r} is none of {', '.join(_STATES)}")
    for name in ("ratio", "low", "high"):
        number = getattr(confirmation, name)
        if number is not None and not (isinstance(number, int | float) and math.isfinite(number)):
            raise ValueError(f"{name} {number!r} is no number")
    if not isinstance(confirmation.reason, str | None):
        raise ValueError(f"reason {confirmation.reason!r} is no text")
    return replace(confirmation, params=params_of(confirmation.params))


def write(results_dir: Path, machine: str, confirmations: Iterable[Confirmation]) -> None:
    """Write a machine's confirmations, whole or not at all; of two of the same step the later one stays."""
    latest = {one.step: one for one in confirmations}
    lines = [{"format": FORMAT}, *(asdict(one) for _, one in sorted(latest.items()))]
    text = "".join(json.dumps(line, sort_keys=True, allow_nan=False) + "\n" for line in lines)
    write_whole(results_dir / machine / _NAME, text)
