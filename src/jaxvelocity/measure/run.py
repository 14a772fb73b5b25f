"""Measure what is missing: commit by commit, slice by slice, each slice on disk before the next one starts."""

import functools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from asv import machine as asv_machine
from asv import util
from asv.results import Results, get_filename
from asv.runner import run_benchmarks

from jaxvelocity.errors import ResultsError
from jaxvelocity.files import move_aside, write_changed, write_whole
from jaxvelocity.history import combinations, records, stale
from jaxvelocity.history.records import Install, Record
from jaxvelocity.measure import filing, plan
from jaxvelocity.measure.children import adopt_strays, bind_children, end_strays
from jaxvelocity.measure.disturbance import Disturbance, Watch
from jaxvelocity.measure.signals import interruptible
from jaxvelocity.measure.suite import Suite, cause, discover, is_out_of_reach, quiet
from jaxvelocity.measure.targets import Target


@dataclass(frozen=True)
class Request:
    """What to measure at each target, and how."""

    targets: Sequence[Target]
    machine: str
    quick: bool = False
    pattern: str | None = None
    retry: bool = False


@dataclass
class Outcome:
    """What a run did.

    disturbed: how many were measured while the machine was not quiet. unreached: targets that could not be
    installed here and now, which says nothing of them. seconds: what it took. spent: as much of it as the benchmark
    processes spent on what they measure, by kind (see `Record.spent`).
    """

    measured: int = 0
    present: int = 0
    disturbed: int = 0
    asked: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    spent: dict[str, float] = field(default_factory=dict)


@dataclass
class Progress:
    """Told of every step; `done` and `total` are seconds of measuring, as they were thought to take."""

    say: Callable[[str], None]
    advance: Callable[[str, float, float], None]
    done: float = 0.0
    total: float = 0.0

    def step(self, what: str, seconds: float) -> None:
        """Count `seconds` as done."""
        self.done += seconds
        self.advance(what, self.done, self.total)


def run(suite: Suite, request: Request, progress: Progress) -> Outcome:
    """Measure at every target what has no valid point yet; the lock is the caller's.

    Raises signals.Interrupted after a signal, with every slice that was finished on disk.
    """
    outcome = Outcome()
    begun, began = time.monotonic(), _now()
    bind_children()
    adopt_strays()
    with interruptible():
        outcome.problems += filing.file_all(suite.root, suite.results)
        progress.say("looking up the benchmarks")
        benchmarks = discover(suite, [target.hash for target in request.targets])
        names = plan.chosen(benchmarks, quick=request.quick, pattern=request.pattern)
        outcome.asked = names
        _write_machine(suite, request.machine)
        kept = {target: _kept(suite, request.machine, target, outcome) for target in request.targets}
        durations = {name: seconds for one in kept.values() for name, seconds in one.durations.items()}
        todo: list[tuple[Target, list[plan.Slice]]] = []
        for target, one in kept.items():
            missing = plan.missing(names, benchmarks, one.records, one.values, axis=target.axis, retry=request.retry)
            if one.install is not None and not request.retry:
                missing = []
            outcome.present += len(names) - len(missing)
            todo.append((target, plan.slices(missing, benchmarks, durations)))
        watch = Watch()
        measure = functools.partial(_measure, suite, request.machine, benchmarks, watch, progress, outcome)
        progress.total = sum(each.seconds for _, slices in todo for each in slices)
        for target, slices in todo:
            if slices and _installed(suite, request, target, outcome, progress):
                for each in slices:
                    disturbed = measure(target, each)
                    if disturbed and not watch.look():  # else it would be disturbed again
                        progress.say(f"{target.label}: {disturbed}: measuring once more")
                        progress.total += each.seconds
                        disturbed = measure(target, each)
                    outcome.disturbed += len(each.names) if disturbed else 0
                    outcome.measured += len(each.names)
            _note_broken(suite, request.machine, target, {name: benchmarks[name] for name in names}, outcome)
            _note_spent(suite, request.machine, target, began, outcome)
    outcome.seconds = time.monotonic() - begun
    return outcome


@dataclass(frozen=True)
class _Kept:
    records: tuple[Record, ...] = ()
    install: Install | None = None
    values: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    durations: Mapping[str, float] = field(default_factory=dict)


def _kept(suite: Suite, machine: str, target: Target, outcome: Outcome) -> _Kept:
    """Read what is on disk of a target; what can't be read is moved aside, whole, so that it can be measured anew."""
    path = filing.path_of(suite.results, machine, target.hash, suite.env.name)
    try:
        filed = filing.read_or_new(path, target.hash, suite.env.name)
    except ResultsError as error:
        outcome.problems.append(f"{error}; moved aside as {move_aside(path)}")
        filed = filing.read_or_new(path, target.hash, suite.env.name)
    results = _load_results(suite, machine, target, outcome)
    if results is None:
        return _Kept(filed.records, filed.install)
    named = results.get_all_result_keys()
    return _Kept(
        filed.records,
        filed.install,
        {name: results.get_result_value(name, results.get_result_params(name)) for name in named},
        {name: seconds for name, seconds in results.duration.items() if math.isfinite(seconds)},
    )


def _load_results(suite: Suite, machine: str, target: Target, outcome: Outcome | None) -> Any:
    path = suite.results / get_filename(machine, target.hash, suite.env.name)
    if not path.exists():
        return None
    try:
        return Results.load(str(path), machine_name=machine)
    except Exception as error:  # asv's reader lets anything through that a damaged file can cause
        if outcome is None:
            raise ResultsError(f"{path} can't be read ({type(error).__name__}): move it away and run again") from error
        outcome.problems.append(f"{path} can't be read ({type(error).__name__}); moved aside as {move_aside(path)}")
        return None


def _write_machine(suite: Suite, machine: str) -> None:
    described = asv_machine.Machine.load(machine_name=machine)
    path = suite.results / machine / "machine.json"
    text = util.json.dumps({**described.__dict__, "version": described.api_version}, indent=4, sort_keys=True)
    write_changed(path, text)


def _installed(suite: Suite, request: Request, target: Target, outcome: Outcome, progress: Progress) -> bool:
    """Install a target's pins; a release that can't be installed is on record as broken, one out of reach is not."""
    progress.say(f"{target.label}: installing")
    try:
        with quiet(suite.root):
            suite.env.install_project(suite.conf, suite.repo, target.hash)
        return True
    except (util.ProcessError, util.UserError) as error:
        reason = filing.scrubbed(cause(error)) or ""
        if not _is_the_pins_fault(error):
            outcome.unreached.append(f"{target.label} ({reason})")
            progress.say(f"{target.label}: could not be installed now: {reason}")
            return False
    path = filing.path_of(suite.results, request.machine, target.hash, suite.env.name)
    filed = filing.read_or_new(path, target.hash, suite.env.name)
    write_whole(path, records.dump(replace(filed, install=Install(reason, _now()))))
    progress.say(f"{target.label}: does not install: {reason}")
    return False


def _is_the_pins_fault(error: BaseException) -> bool:
    """Whether a commit can't be installed by anybody, and not just here and now: no network, no room, no right."""
    text = f"{getattr(error, 'stdout', '')}{getattr(error, 'stderr', '')}".lower()
    words = getattr(error, "args", ())
    return "no solution found" in text or ("hatchling" in words and not is_out_of_reach(text))


def _measure(
    suite: Suite,
    machine: str,
    benchmarks: Any,
    watch: Watch,
    progress: Progress,
    outcome: Outcome,
    target: Target,
    part: plan.Slice,
) -> Disturbance:
    """Measure one slice and put it on disk, asv's file first: a record without its value is measured again.

    Gives what disturbed it.
    """
    results = _load_results(suite, machine, target, None) or Results(
        {
            **asv_machine.Machine.load(machine_name=machine).__dict__,
            "python": suite.env.python,
            **suite.env.requirements,
        },
        suite.env.requirements,
        target.hash,
        suite.repo.get_date(target.hash),
        suite.env.python,
        suite.env.name,
        suite.env.env_vars,
    )
    _report_steps(results, target, part, benchmarks, progress)
    subset = benchmarks.filter_out(set(benchmarks) - set(part.names))
    started = _now()
    watch.start()
    with quiet(suite.root):
        run_benchmarks(subset, suite.env, results=results, launch_method=suite.conf.launch_method)
    end_strays()
    disturbed = watch.end()
    _save(suite, results)
    visit = filing.Visit(
        machine=machine,
        commit=target.hash,
        env=suite.env.name,
        started=started,
        suite={name: benchmarks[name] for name in part.names},
        exit_codes=dict(results.errcode),
        texts={name: text or "" for name, text in results.stderr.items()},
        disturbance=disturbed,
    )
    outcome.problems += filing.file_all(suite.root, suite.results, visit)
    return disturbed


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _report_steps(results: Any, target: Target, part: plan.Slice, benchmarks: Any, progress: Progress) -> None:
    """Have asv's results tell the progress of each benchmark as it comes in."""
    steps = sum(benchmarks[name].get("rounds", 1) for name in part.names)
    add = results.add_result

    def add_and_tell(benchmark: Any, *arguments: Any, **keywords: Any) -> None:
        add(benchmark, *arguments, **keywords)
        progress.step(f"{target.label}: {benchmark['name']}", part.seconds / steps)

    results.add_result = add_and_tell


def _save(suite: Suite, results: Any) -> None:
    """Save as asv does, but whole or not at all."""
    scratch = suite.root / ".asv" / "scratch"
    results.save(str(scratch))
    written = scratch / results._filename
    write_whole(suite.results / results._filename, written.read_text())
    written.unlink()


def _note_broken(suite: Suite, machine: str, target: Target, asked: Mapping[str, plan.Entry], outcome: Outcome) -> None:
    path = filing.path_of(suite.results, machine, target.hash, suite.env.name)
    if not path.exists():
        return
    filed = records.read(path)
    if filed.install is not None:
        outcome.broken.append(f"{target.label}: does not install: {filed.install.reason}")
    for record in filed.records:
        if (
            record.outcome != "ok"
            and record.benchmark in asked
            and record.params in combinations(asked[record.benchmark]["params"])
            and not stale(record, asked[record.benchmark], target.axis)
        ):
            said = outcome.skipped if record.outcome == "skipped" else outcome.broken
            named = f"{target.label}: {record.benchmark}({', '.join(record.params)})"
            said.append(
                f"{named}: {record.reason}"
                if record.outcome == "skipped"
                else f"{named}: {record.outcome}: {record.reason}"
            )


def _note_spent(suite: Suite, machine: str, target: Target, began: str, outcome: Outcome) -> None:
    path = filing.path_of(suite.results, machine, target.hash, suite.env.name)
    for record in records.read(path).records if path.exists() else ():
        if record.started >= began:
            for kind, seconds in (record.spent or {}).items():
                outcome.spent[kind] = outcome.spent.get(kind, 0.0) + seconds
