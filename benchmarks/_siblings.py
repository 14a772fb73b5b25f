"""Numbers that the benchmarks of one class leave for each other within a visit: one measurement gives several."""

import contextlib
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import _process
from benchmarks._record import write_whole

Rounds = Mapping[str, Sequence[float] | str]
"""metric → its value by round, or why there is none"""

_KEPT = ("device", "deviation", "dtypes", "stages")
"""Fields of the record that are those of whoever measured."""


def left(family: str, fields: dict[str, Any]) -> Rounds | None:
    """Give what a sibling has left of `family` in this visit, and take over its record's fields; None if nothing."""
    shared = _shared(family, fields)
    if shared is not None:
        with contextlib.suppress(OSError, ValueError):
            found = json.loads(shared.read_text())
            fields |= found["fields"]
            return found["rounds"]
    return None


def leave(family: str, rounds: Rounds, fields: Mapping[str, Any]) -> None:
    """Leave `family`'s numbers for the siblings; outside asv there are none."""
    shared = _shared(family, fields)
    if shared is not None:
        write_whole(shared, {"rounds": rounds, "fields": {name: fields[name] for name in _KEPT if name in fields}})


def _shared(family: str, fields: Mapping[str, Any]) -> Path | None:
    running = _process.running()
    if running is None:
        return None
    subject = running.benchmark.rpartition(".")[0]
    # Not asv's index of the parameters: siblings may be measured at other lists of them.
    params = hashlib.sha256(json.dumps(fields["params"]).encode()).hexdigest()[:8]
    return running.side.with_name(f"{running.visit}-{subject}-{params}-{family}.numbers")
