"""A first evaluation of JAX: the ways to make one call held against each other, at one commit or at two."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from jaxvelocity.history import Commit, Device, History, Point
from jaxvelocity.history.noise import LEAST_RATIO
from jaxvelocity.report.questions import QUESTIONS, Question

EVEN = LEAST_RATIO
"""Two ways whose ratio is no larger count as even: one visit shows nothing finer."""

CALLS = ("numpy", "eager", "first_call_seconds", "steady", "end_to_end")
"""What a call costs in each way, in the table's order."""

TRANSFERS = ("host_input", "end_to_end", "transfer", "transfer_back")
"""What moving the data costs, beside the steady call that is spared it."""

ONE_THREAD = "one_thread"

PAYS = {"break_even_calls": "eager", "break_even_calls_numpy": "numpy"}
"""metric → what the calls are held against"""

CROSSOVER = "crossover_size"

_NEEDED = frozenset({"numpy", "steady"})
"""Metrics without which there is nothing to hold against each other."""

_FLOOR = "floor.SmallestCall"

_Place = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Figures:
    """All that is known of one benchmark with one set of parameters at one commit."""

    benchmark: str
    params: tuple[str, ...]
    commit: Commit
    points: Mapping[str, Point] = field(hash=False)
    units: Mapping[str, str] = field(hash=False)

    def value(self, metric: str) -> float | None:
        """Give a metric's value in its unit; None where it was not measured, or there is none to give."""
        point = self.points.get(metric)
        return None if point is None else point.value

    def note(self, metric: str) -> str | None:
        """Say why a metric that was tried has no value; None where it has one, and where it was not tried."""
        point = self.points.get(metric)
        if point is None or point.outcome == "ok":
            return None
        if point.outcome == "skipped":
            return point.record.reason or "skipped"
        return ": ".join(dict.fromkeys(filter(None, [point.outcome, point.record.outcome, point.record.reason])))

    @property
    def dtypes(self) -> str | None:
        """The dtypes of the inputs."""
        return next((point.record.dtypes for point in self.points.values() if point.record.dtypes), None)

    @property
    def deviation(self) -> float | None:
        """How far the steady call's result is from its reference, or any other's where that is not on record."""
        order = sorted(self.points.items(), key=lambda item: item[0] != "steady")
        known = (point.record.deviation for _, point in order if point.outcome == "ok")
        return next((one for one in known if one is not None), None)


@dataclass(frozen=True)
class Answer:
    """A question with what was measured for it: (what the side is called, its figures), sides together."""

    question: Question
    sides: tuple[tuple[str, Figures], ...]


@dataclass(frozen=True)
class Evaluation:
    """What was compared at `commits`, oldest first, on one device.

    floor: seconds of the smallest jitted call at the newest commit, None where it was not measured. about: what a
    benchmark is, by name. devices: it as each commit found it, with the versions installed then. left_out: labels of
    other devices that have such figures too. measured_at: when the newest of the figures was begun (ISO 8601, UTC).
    """

    commits: tuple[Commit, ...]
    functions: tuple[Figures, ...]
    crossovers: tuple[Figures, ...]
    answers: tuple[Answer, ...]
    floor: float | None
    about: Mapping[str, str] = field(default_factory=dict, hash=False)
    devices: tuple[Device, ...] = ()
    left_out: tuple[str, ...] = ()
    measured_at: str = ""


def evaluate(history: History) -> Evaluation | None:
    """Compare the ways at the first and the last release that have any such figure; at main's newest, where none has.

    None where nothing is to be compared. Of several devices, the one that was measured last.
    """
    found = [one for label in history.devices for one in _on(history, label)]
    if not found:
        return None
    last = max(found, key=lambda one: one.measured_at)
    return replace(last, left_out=tuple(one.devices[-1].label for one in found if one is not last))


def times_faster(figures: Figures, way: str, than: str = "numpy") -> float | None:
    """Give the time of `than` ÷ that of `way`: above 1, the way is faster. None where one of the two is not known."""
    mine, other = figures.value(way), figures.value(than)
    return other / mine if mine and other else None


def overlap(figures: Figures, way: str, than: str = "numpy") -> bool:
    """Whether the rounds of two ways overlap, so that which of them is faster was not shown."""
    mine, other = figures.points[way].rounds, figures.points[than].rounds
    return bool(mine and other) and max(min(mine), min(other)) <= min(max(mine), max(other))


def _on(history: History, label: str) -> Iterator[Evaluation]:
    at = _figures(history, label)
    telling = [commit for commit in history.commits if commit in at and _tells(at[commit])]
    releases = [commit for commit in telling if commit.axis == "releases"]
    shown = tuple(dict.fromkeys([releases[0], releases[-1]])) if releases else tuple(telling[-1:])
    if not shown:
        return
    functions = _places(one for commit in shown for one in _functions(at[commit]))
    swept = _places(one for commit in shown for one in at[commit].values() if CROSSOVER in one.points)
    floor = at[shown[-1]].get((_FLOOR, ()))
    compared = Evaluation(
        commits=shown,
        functions=tuple(_rows(at, shown, functions)),
        crossovers=tuple(one for one in _rows(at, shown, swept) if CROSSOVER in one.points),
        answers=tuple(_answers(at, shown)),
        floor=floor.value("steady") if floor else None,
        about=history.about,
    )
    newest = [max(_points(compared, commit), key=lambda point: point.record.started) for commit in shown]
    yield replace(
        compared,
        devices=tuple(point.device for point in newest),
        measured_at=max(point.record.started for point in newest),
    )


def _figures(history: History, label: str) -> dict[Commit, dict[_Place, Figures]]:
    """Give what each commit has on one device, in the order of the series."""
    at: dict[Commit, dict[_Place, Figures]] = {}
    for series in history.series:
        key = series.key
        for point in series.points if key.device == label else ():
            blank = Figures(key.benchmark, key.params, point.commit, {}, {})
            place = at.setdefault(point.commit, {})
            old = place.get((key.benchmark, key.params), blank)
            place[key.benchmark, key.params] = replace(
                old, points={**old.points, key.metric: point}, units={**old.units, key.metric: key.unit}
            )
    return at


def _tells(here: Mapping[_Place, Figures]) -> bool:
    return (
        any(True for _ in _functions(here))
        or any(CROSSOVER in one.points for one in here.values())
        or any(_answered(question, here) for question in QUESTIONS)
    )


def _functions(here: Mapping[_Place, Figures]) -> Iterator[Figures]:
    yield from (one for one in here.values() if one.points.keys() >= _NEEDED)


def _answered(question: Question, here: Mapping[_Place, Figures]) -> bool:
    """Whether two sides of a question have a figure, or the one that it has."""
    measured = {
        one.benchmark for one in here.values() if any(one.value(metric) is not None for metric in question.metrics)
    }
    return len(measured & {benchmark for _, benchmark in question.sides}) >= min(2, len(question.sides))


def _places(figures: Iterable[Figures]) -> list[_Place]:
    return list(dict.fromkeys((one.benchmark, one.params) for one in figures))


def _rows(
    at: Mapping[Commit, Mapping[_Place, Figures]], shown: Iterable[Commit], places: Iterable[_Place]
) -> Iterator[Figures]:
    yield from (at[commit][place] for place in places for commit in shown if place in at[commit])


def _answers(at: Mapping[Commit, Mapping[_Place, Figures]], shown: Iterable[Commit]) -> Iterator[Answer]:
    for question in QUESTIONS:
        asked = [commit for commit in shown if _answered(question, at[commit])]
        named = {benchmark: label for label, benchmark in question.sides}
        mine = [one for commit in asked for one in at[commit].values() if one.benchmark in named]
        mine = [one for one in mine if not one.points.keys().isdisjoint(question.metrics)]
        order = {params: number for number, params in enumerate(dict.fromkeys(one.params for one in mine))}
        mine.sort(key=lambda one: (order[one.params], asked.index(one.commit), list(named).index(one.benchmark)))
        if mine:
            yield Answer(question, tuple((named[one.benchmark], one) for one in mine))


def _points(compared: Evaluation, commit: Commit) -> Iterator[Point]:
    sides = [figures for answer in compared.answers for _, figures in answer.sides]
    for figures in (*compared.functions, *compared.crossovers, *sides):
        if figures.commit == commit:
            # On one thread is not how the device is found.
            yield from (point for metric, point in figures.points.items() if metric != ONE_THREAD)
