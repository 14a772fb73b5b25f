"""The report's section on a first evaluation: its lines and tables, for whatever form they are written in."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jaxvelocity import history as past
from jaxvelocity.history import Device
from jaxvelocity.report import units
from jaxvelocity.report.cells import NAMES, cell, named, verdict
from jaxvelocity.report.evaluation import CALLS, CROSSOVER, EVEN, PAYS, TRANSFERS, Answer, Evaluation, Figures
from jaxvelocity.report.explanation import explanations
from jaxvelocity.report.questions import AGREEMENT, COMPARED

_CALLS_READ = (
    "First call: with compiling, in a process that has compiled nothing of it. Steady: every later one, inputs on the "
    "device. End to end: host arrays in and out. Pays: the calls after which compiling has paid for itself, as against "
    f"op by op (ops) and as against NumPy. {units.NOTHING} not measured; even: within {round(100 * (EVEN - 1))} %; ~ "
    "and unclear: the processes that measured it did not agree."
)

_TRANSFERS_READ = (
    "What moving the data costs: the steady call; the same given host arrays; and with the result brought back. Then "
    "the moves alone: jax.device_put, which costs more by itself than the shorter way that a call's arguments take, "
    "and numpy.asarray of a finished result."
)

_NOT_TO_CONCLUDE = (
    "What not to conclude: a CPU figure says nothing about a GPU, and one size is no verdict on another.",
    "Each figure comes from one visit, on a machine that others may have used at the same time.",
)

_PLACE = (("benchmark", "left"), ("params", "left"), ("at", "left"))

_Columns = Sequence[tuple[str, Callable[[Figures], str]]]


@dataclass(frozen=True)
class Table:
    """headings: a heading and its side, `left` or `right`, for each column. rows: cells as text."""

    headings: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Heading:
    """level: 1 for the section's own, 2 within it."""

    words: str
    level: int


Block = Heading | tuple[str, ...] | Table
"""A heading, lines that stand together (a list, if there are several), or a table."""


def blocks(evaluation: Evaluation) -> Iterator[Block]:
    """Give the section in order: device first, what was found, and last what not to conclude."""
    functions = evaluation.functions
    title, *ran_on = _opening(evaluation)
    yield Heading(title, 1)
    yield tuple(ran_on)
    reasons = explanations(evaluation)
    if reasons:
        yield reasons
    if functions:
        yield Heading("One call of each function, in NumPy and in JAX", 2)
        yield (_CALLS_READ,)
        yield _table(functions, _CALLS_COLUMNS)
        yield from _notes(functions, (*CALLS, *PAYS))
        yield tuple(_about(evaluation))
    moved = [one for one in functions if not one.points.keys().isdisjoint(TRANSFERS)]
    if moved:
        yield Heading("The transfer", 2)
        yield (_TRANSFERS_READ,)
        yield _table(moved, _TRANSFER_COLUMNS)
        yield from _notes(moved, [metric for metric in TRANSFERS if metric not in CALLS])
    if evaluation.crossovers:
        yield Heading("The size from which on JAX, inputs on the device, is faster than NumPy by 15 % and more", 2)
        yield tuple(_crossovers(evaluation))
    for answer in evaluation.answers:
        yield Heading(answer.question.title, 2)
        yield (answer.question.reading,)
        yield _answer(answer)
        yield from _notes([figures for _, figures in answer.sides], answer.question.metrics)
    yield _NOT_TO_CONCLUDE


def _opening(evaluation: Evaluation) -> Iterator[str]:
    commits, devices = evaluation.commits, evaluation.devices
    labels = " and ".join(commit.label for commit in commits)
    one = devices[-1]
    what = f"JAX {labels}" if commits[-1].axis == "releases" else f"{labels} (JAX {one.versions.get('jax')})"
    threads = _threads(" and ".join(dict.fromkeys(str(device.threads) for device in devices)))
    yield f"A first evaluation: {what} on {one.platform}:{one.kind}, {one.cpu}, {threads}"
    numpy = [_numpy(device) for device in devices]
    if len(set(numpy)) == 1:
        yield numpy[0]
    else:
        yield from (f"at {commit.label}: {said}" for commit, said in zip(commits, numpy, strict=True))
    if evaluation.left_out:
        yield f"This is the device measured last; left out: {'; '.join(evaluation.left_out)}"


def _numpy(device: Device) -> str:
    """Say what NumPy multiplies with, as far as it is on record."""
    known = {name: word for name, word in device.blas.items() if word}
    said = f"NumPy {device.versions.get('numpy', 'of unknown version')}"
    library = " ".join(known[name] for name in ("name", "version") if name in known)
    if library:
        said += f" on {library}"
    chosen = [f"{known['core']} kernels"] if "core" in known else []
    chosen += [_threads(known["threads"])] if "threads" in known else []
    unset = [f"{known['unset']} taken out of the environment"] if "unset" in known else []
    inside = "; ".join([*([", ".join(chosen)] if chosen else []), *unset])
    return f"{said} ({inside})" if inside else said


def _threads(number: str) -> str:
    return f"{number} thread" if number == "1" else f"{number} threads"


def _column(metric: str) -> tuple[str, Callable[[Figures], str]]:
    return NAMES[metric], lambda figures: cell(figures, metric)


def _verdict(metric: str) -> tuple[str, Callable[[Figures], str]]:
    return "vs NumPy", lambda figures: verdict(figures, metric)


_CALLS_COLUMNS: _Columns = (
    *map(_column, CALLS[:-1]),
    _verdict("steady"),
    _column(CALLS[-1]),
    _verdict(CALLS[-1]),
    *map(_column, PAYS),
)

_TRANSFER_COLUMNS: _Columns = (
    _column("steady"),
    *map(_column, TRANSFERS),
)


def _table(functions: Sequence[Figures], columns: _Columns) -> Table:
    return Table(
        (*_PLACE, *((heading, "right") for heading, _ in columns)),
        tuple((*_place(one), *(write(one) for _, write in columns)) for one in functions),
    )


def _place(figures: Figures) -> tuple[str, str, str]:
    return figures.benchmark, ", ".join(figures.params), figures.commit.label


def _notes(functions: Sequence[Figures], metrics: Sequence[str]) -> Iterator[Block]:
    """Give the reasons of what was skipped; what failed is told with the failures, and `never` says all in its cell."""
    notes = tuple(
        f"{named(one)}, {NAMES[metric]}: {one.note(metric)}"
        for one in functions
        for metric in metrics
        if cell(one, metric) == "skipped"
    )
    if notes:
        yield notes


def _about(evaluation: Evaluation) -> Iterator[str]:
    """Say what each function computes, and in which dtype."""
    for name, one in {one.benchmark: one for one in evaluation.functions}.items():
        said = evaluation.about.get(name) or units.NOTHING
        yield f"{name}{f' ({one.dtypes})' if one.dtypes else ''}: {said}"


def _crossovers(evaluation: Evaluation) -> Iterator[str]:
    grouped: dict[tuple[str, ...], list[Figures]] = defaultdict(list)
    for one in evaluation.crossovers:
        grouped[one.benchmark, *one.params].append(one)
    for *older, newest in grouped.values():
        said = _size(newest)
        before = "".join(f" (at {one.commit.label}: {_size(one)})" for one in older)
        yield f"{named(newest, evaluation.commits[-1])}: {said}{before}"


def _size(figures: Figures) -> str:
    """Write a crossover's size to two digits: between sizes tried it is read off a line."""
    size, unit = figures.value(CROSSOVER), figures.units[CROSSOVER]
    if size is None:
        return figures.note(CROSSOVER) or units.NOTHING
    return "from the first size tried on" if size <= 1 else f"from {units.value(float(f'{size:.2g}'), unit)} {unit} on"


def _answer(answer: Answer) -> Table:
    """Give a question's table: each side's figures, and beside what is compared its ratio to the least."""
    metrics = answer.question.metrics
    values: dict[tuple[object, ...], list[float]] = defaultdict(list)
    for _, one in answer.sides:
        for metric in COMPARED.intersection(metrics):
            value = one.value(metric)
            values[one.params, one.commit, metric] += [] if value is None else [value]
    several = any(one.params for _, one in answer.sides)
    place = [number for number, (heading, _) in enumerate(_PLACE) if heading != "params" or several]
    headings = [("way", "left"), *(_PLACE[number] for number in place)]
    for metric in metrics:
        headings.append((NAMES[metric], "left" if metric == AGREEMENT else "right"))
        headings += [("÷ least", "right")] if metric in COMPARED else []
    rows = []
    for side, one in answer.sides:
        cells = [side, *(_place(one)[number] for number in place)]
        for metric in metrics:
            cells.append(cell(one, metric))
            if metric in COMPARED:
                others = values[one.params, one.commit, metric]
                cells.append(units.ratio(past.ratio(min(others), one.value(metric)) if len(others) > 1 else None))
        rows.append(tuple(cells))
    return Table(tuple(headings), tuple(rows))
