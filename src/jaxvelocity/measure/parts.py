"""What a pair of processes is set up for: the suite cut into parts, of which each gives one metric or several."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jaxvelocity.errors import RequestError
from jaxvelocity.history import combinations
from jaxvelocity.history.changes import NOT_JUDGED
from jaxvelocity.measure import plan

COMPILED = ("compile_seconds", "temp_bytes", "hlo_instructions")
"""The metrics that one compilation gives."""


@dataclass(frozen=True)
class Part:
    """What one pair of processes sets up once: a benchmark at one combination, and the metrics that come of it.

    name: asv's, of the method that is begun. metrics: metric → unit. planted: kind and size of the extra work that the
    new side is given.
    """

    name: str
    index: int
    params: tuple[str, ...]
    metrics: Mapping[str, str] = field(hash=False)
    planted: tuple[str, int] | None = None

    @property
    def method(self) -> str:
        """`time_steady`."""
        return self.name.rpartition(".")[2]

    @property
    def timed(self) -> bool:
        """Whether its method is called in bursts; else it gives a number."""
        return self.method.startswith("time_")

    @property
    def benchmark(self) -> str:
        """`module.Class`."""
        return self.name.rpartition(".")[0]


def parts(listed: Sequence[Mapping[str, Any]], *, quick: bool, pattern: str | None) -> list[Part]:
    """Cut the suite into parts, those of one class together. Raises RequestError where nothing is left."""
    suite = {one["name"]: one for one in listed}
    strangers = [name for name, one in suite.items() if one["functions"] is None]
    if strangers:
        raise RequestError(
            f"{', '.join(strangers)}: no _JaxBenchmark, so its calls can't take turns with another release's; "
            "derive its class from benchmarks._harness._JaxBenchmark"
        )
    chosen: dict[str, list[str]] = defaultdict(list)
    for name in plan.chosen(suite, quick=quick, pattern=pattern):
        if metric_of(name) not in NOT_JUDGED:
            chosen[name.rpartition(".")[0]].append(name)
    return [part for names in chosen.values() for part in _class_parts({name: suite[name] for name in names})]


def metric_of(name: str) -> str:
    """Give the metric of asv's `module.Class.method`."""
    return name.rpartition(".")[2].removeprefix("time_").removeprefix("track_")


def _class_parts(suite: Mapping[str, Mapping[str, Any]]) -> list[Part]:
    """Cut one class into parts: what its compilation gives comes with its steady calls, where it has any."""
    compiled = {name: entry for name, entry in suite.items() if metric_of(name) in COMPILED}
    units = {metric_of(name): str(entry["unit"]) for name, entry in compiled.items()}
    # All of them have the same combinations, of which `prepare` has made the list.
    at = combinations(next(iter(compiled.values()))["params"]) if compiled else []
    found = []
    for name, entry in suite.items():
        if name not in compiled:
            for index, params in enumerate(combinations(entry["params"])):
                own = {metric_of(name): str(entry["unit"])}
                with_steady = name.endswith(".time_steady") and params in at
                found.append(Part(name, index, params, own | units if with_steady else own))
    covered = {part.params for part in found if part.name.endswith(".time_steady")}
    for index, params in enumerate(at):
        if params not in covered:
            found.append(Part(next(iter(compiled)), index, params, units))
    return found
