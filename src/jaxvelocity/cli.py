"""The command line: one command a verb. It parses, calls and prints; what it prints is made elsewhere."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from jaxvelocity.errors import BusyError, EnvironmentUnavailableError, RequestError

if TYPE_CHECKING:  # each command imports what it needs itself, so that the first line is out at once
    from jaxvelocity.history import Commit, History
    from jaxvelocity.measure.run import Outcome
    from jaxvelocity.report.summary import Report

_BAD_INPUT = 4
_BROKEN = 2
_SIGNALLED = 128

_BUDGETS = {True: 5.0, False: 40.0}
"""Minutes of `upgrade`, quick and not: what is not decided by then is inconclusive."""

_LAST_RELEASES = 3
"""What `run` measures beside HEAD when it is asked for nothing."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="jaxvelocity")
def cli() -> None:
    """The performance history of JAX code: what gets slower when the JAX pin is raised, since which release."""


@cli.group(invoke_without_command=True)
@click.pass_context
def releases(context: click.Context) -> None:
    """List the known JAX releases: date, whether it installs here, whether measured."""
    if context.invoked_subcommand is None:
        from jaxvelocity.releases import catalogue
        from jaxvelocity.report import listing

        _print(listing.text(catalogue.load(), _history(_root(), None)))


@releases.command()
def sync() -> None:
    """Look for new JAX releases, then bring the catalogue and the branch up to date."""
    from jaxvelocity.releases import branch, catalogue
    from jaxvelocity.releases.sync import refresh

    root = _root()
    known = catalogue.load()
    _say("asking the package index")
    fresh = refresh(known)
    if fresh != known:
        catalogue.save(fresh)
    branch.ensure(root, fresh)
    added = [release.version for release in fresh.releases if release not in known.releases]
    _print(f"{len(fresh.releases)} releases known, new or changed: {', '.join(added) or 'none'}")


@cli.command()
@click.argument("revisions", metavar="[REV]...", nargs=-1)
@click.option("--last", metavar="N", type=click.IntRange(1), help="The last N releases.")
@click.option("--all", "every", is_flag=True, help="All releases.")
@click.option("--quick", is_flag=True, help="About ten benchmarks instead of all.")
@click.option("--bench", metavar="REGEX", help="Only benchmarks whose module.Class.method matches.")
@click.option("--retry", is_flag=True, help="Measure again what failed, or was measured beside other work.")
@click.option("--machine", metavar="NAME", help="Record under this name instead of this machine's.")
@click.option("--wait", is_flag=True, help="Wait for another run in this folder instead of giving up.")
def run(
    revisions: tuple[str, ...],
    last: int | None,
    every: bool,
    quick: bool,
    bench: str | None,
    retry: bool,
    machine: str | None,
    wait: bool,
) -> None:
    """Measure what is missing, newest first, then publish and report.

    REV: a JAX release (0.8.0), or anything git resolves. Without any: HEAD and the last three releases, quick profile.
    """
    if last and every:
        raise RequestError("--last and --all were both given, one is wanted")
    root = _root()
    _say(f"jaxvelocity in {root}")
    from jaxvelocity.measure import targets
    from jaxvelocity.measure.lock import held
    from jaxvelocity.measure.machine import use
    from jaxvelocity.measure.run import Progress, Request
    from jaxvelocity.measure.run import run as measure
    from jaxvelocity.measure.signals import Interrupted
    from jaxvelocity.measure.suite import open_suite
    from jaxvelocity.releases import branch, catalogue
    from jaxvelocity.report.progress import shown

    known = catalogue.load()
    if not (revisions or last or every):
        revisions, last, quick = ("HEAD",), _LAST_RELEASES, quick or bench is None
    name = use(machine)
    with held(root / ".asv", wait=wait, say=_say):
        commits = branch.ensure(root, known)
        wanted = targets.resolve(root, revisions, known, commits, last=len(commits) if every else last or 0)
        edits = targets.edits(root) if any(target.axis == "main" for target in wanted) else ""
        if edits:
            _say(f"warning: {edits}; commits are measured, so they count only once they are committed")
        _say(f"machine {name}: {', '.join(target.label for target in wanted)}")
        suite = open_suite(root, _say)
        try:
            with shown() as display:
                progress = Progress(display.say, display.advance)
                outcome = measure(suite, Request(wanted, name, quick, bench, retry), progress)
        except Interrupted as stop:
            _say("stopped; every slice that was finished is recorded, the one in hand is measured again next time")
            sys.exit(_SIGNALLED + stop.number)
        _finish(root, name, [target.hash for target in wanted], outcome)


def _finish(root: Path, machine: str, commits: list[str], outcome: "Outcome") -> NoReturn:
    from jaxvelocity import history as past
    from jaxvelocity.report import spending, text
    from jaxvelocity.report.summary import summarise

    for problem in outcome.problems:
        _say(problem)
    _say("publishing")
    history = _history(root, machine)
    _publish(root, summarise(history))
    asked = past.only(history, commits, outcome.asked)
    _print(text.text(summarise(asked, spreads=past.spreads(history))))
    for line in outcome.skipped:
        _say(text.one_line(f"skipped: {line}"))
    benchmarks = "1 benchmark" if outcome.measured == 1 else f"{outcome.measured} benchmarks"
    _say(f"{benchmarks} measured, {outcome.present} were there already; see html/index.html")
    if outcome.spent:
        _say(spending.said(outcome.seconds, outcome.spent))
    if outcome.disturbed:
        _say(
            f"{outcome.disturbed} of them were measured while the machine was busy with other things or its clock "
            "slow: run with --retry when it is quiet"
        )
    for line in outcome.broken:
        _say(text.one_line(f"broken: {line}"))
    if outcome.unreached:
        raise EnvironmentUnavailableError(f"could not be installed now: {'; '.join(outcome.unreached)}; run again")
    sys.exit(_BROKEN if outcome.broken else 0)


@cli.command()
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option("--check", is_flag=True, help="Open every page in a headless browser, and fail on what is wrong there.")
@click.option("--machine", metavar="NAME", help="This machine's results instead of those measured last.")
def publish(open_page: bool, check: bool, machine: str | None) -> None:
    """Write the pages into html/: ours at html/index.html, asv's own in html/asv/."""
    from jaxvelocity.report.summary import summarise

    root = _root()
    _say("publishing")
    found = summarise(_history(root, machine))
    for problem in found.history.problems:
        _say(problem)
    page = _publish(root, found)
    _print(str(page))
    if check:
        from jaxvelocity.report import site_check

        wrong = site_check.check(root / "html", _say)
        if wrong:
            _fail(f"{len(wrong)} faults in the pages: {'; '.join(wrong[:5])}")
    if open_page:
        click.launch(str(page))


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, alone.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Markdown, for an issue or a pull request.")
@click.option("--since", metavar="RELEASE", help="Only what changed after this release.")
@click.option("--machine", metavar="NAME", help="This machine's results instead of those measured last.")
@click.option("--confirm", is_flag=True, help="Measure each suspected step by duets first, once.")
def report(as_json: bool, as_markdown: bool, since: str | None, machine: str | None, confirm: bool) -> None:
    """Say every change found, up and down, mended or not."""
    if as_json and as_markdown:
        raise RequestError("--json and --markdown were both given, one is wanted")
    root = _root()
    from jaxvelocity.measure import targets
    from jaxvelocity.report import document, summary, text

    if confirm:
        _confirm(root, machine, targets.release(since) if since else None)
    found = summary.summarise(_history(root, machine), targets.release(since) if since else None)
    if as_json:
        _print(document.dumps(found))
    else:
        _print(text.markdown(found) if as_markdown else text.text(found))
    sys.exit(summary.exit_code(found))


@cli.command()
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option("--quick", is_flag=True, help="About ten benchmarks instead of all.")
@click.option("--bench", metavar="REGEX", help="Only benchmarks whose module.Class.method matches.")
@click.option(
    "--budget",
    metavar="MINUTES",
    type=click.FloatRange(0, min_open=True),
    help="Stop after so long; 40, with --quick 5.",
)
@click.option(
    "--threshold",
    metavar="PERCENT",
    type=click.FloatRange(0),
    default=3.0,
    help="What is slower or larger by less does not count for the exit code.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, alone.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Markdown, for a pull request's comment.")
def upgrade(
    old: str | None,
    new: str | None,
    quick: bool,
    bench: str | None,
    budget: float | None,
    threshold: float,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Hold two JAX releases against each other by duets: a state for every benchmark.

    Without OLD and NEW: the pin and the newest release; where they are the same, the release before it and the pin.
    """
    if as_json and as_markdown:
        raise RequestError("--json and --markdown were both given, one is wanted")
    root = _root()
    _say(f"jaxvelocity in {root}")
    from jaxvelocity.measure.lock import held
    from jaxvelocity.measure.machine import default_name
    from jaxvelocity.measure.upgrade import sides, upgrade
    from jaxvelocity.releases import catalogue
    from jaxvelocity.report import comparison
    from jaxvelocity.report.progress import shown

    known = catalogue.load()
    labels = sides(root, known, old, new)
    _say(f"machine {default_name()}: JAX {labels[0]} against {labels[1]}")
    with held(root / ".asv", wait=False, say=_say), shown() as display:
        found, signalled = upgrade(
            root,
            known,
            labels,
            quick=quick,
            pattern=bench,
            minutes=budget or _BUDGETS[quick],
            say=display.say,
            advance=display.advance,
        )
    if as_json:
        _print(comparison.dumps(found))
    else:
        write = comparison.markdown if as_markdown else comparison.text
        _print(write(found, threshold / 100))
    sys.exit(_SIGNALLED + signalled if signalled else comparison.exit_code(found, threshold / 100))


@cli.command()
@click.argument("bench")
@click.option("--good", metavar="REL", required=True, help="A release at which it was still well.")
@click.option("--bad", metavar="REL", required=True, help="A later one at which it is not.")
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, alone.")
def bisect(bench: str, good: str, bad: str, as_json: bool) -> None:
    """Find the release or releases at which BENCH changed, by duets.

    BENCH: module.Class, or module.Class.method, as in loops.WhileGather.time_steady; (parameters) behind it choose one
    combination, else it is the one that differs most.
    """
    root = _root()
    _say(f"jaxvelocity in {root}")
    from jaxvelocity.measure import bisection as bisecting
    from jaxvelocity.measure.lock import held
    from jaxvelocity.measure.machine import default_name
    from jaxvelocity.measure.signals import Interrupted
    from jaxvelocity.releases import catalogue
    from jaxvelocity.report import bisection
    from jaxvelocity.report.progress import shown
    from jaxvelocity.report.summary import HOLDS

    known = catalogue.load()
    asked = bisecting.named(bench)
    versions = bisecting.versions_between(known, good, bad)
    _say(f"machine {default_name()}: {len(versions)} releases from {good} to {bad}")
    history = _history(root, None)
    try:
        with held(root / ".asv", wait=False, say=_say), shown() as display:
            found = bisecting.bisect(root, known, asked, versions, history, display.say, display.advance)
    except Interrupted as stop:
        for change in asked.compared:
            _say(f"{change.from_} → {change.to}: {change.state}")
        sys.exit(_SIGNALLED + stop.number)
    if as_json:
        _print(bisection.dumps(found, default_name(), asked.device, asked.compared))
    else:
        took = f"took {asked.seconds / 60:.1f} min, {asked.duets} duets of {len(asked.compared)} pairs of releases"
        _print(bisection.text(found, default_name(), asked.device, took, asked.compared))
    sys.exit(bisection.exit_code(found, HOLDS))


@cli.command()
@click.option("--bench", metavar="REGEX", help="Only benchmarks whose module.Class.method matches.")
def calibrate(bench: str | None) -> None:
    """Measure what this machine can see: controls, and planted slowdowns of known size."""
    root = _root()
    _say(f"jaxvelocity in {root}")
    from jaxvelocity.measure.calibrate import calibrate as measure
    from jaxvelocity.measure.lock import held
    from jaxvelocity.measure.machine import default_name
    from jaxvelocity.measure.project import pin
    from jaxvelocity.releases import catalogue
    from jaxvelocity.report import calibration
    from jaxvelocity.report.progress import shown

    known = catalogue.load()
    release = known.find(pin(root)).version
    _say(f"machine {default_name()}: JAX {release} against itself")
    with held(root / ".asv", wait=False, say=_say), shown() as display:
        found, signalled = measure(root, known, release, bench, display.say, display.advance)
    _print(calibration.text(found, default_name()))
    sys.exit(_SIGNALLED + signalled if signalled else 0)


def _confirm(root: Path, machine: str | None, since: "Commit | None") -> None:
    from jaxvelocity.measure.confirm import confirm
    from jaxvelocity.measure.lock import held
    from jaxvelocity.releases import catalogue
    from jaxvelocity.report import summary
    from jaxvelocity.report.progress import shown

    found = summary.summarise(_history(root, machine), since)
    with held(root / ".asv", wait=False, say=_say), shown() as display:
        signalled = confirm(root, catalogue.load(), found.history, found.changes, machine, display.say, display.advance)
    if signalled:
        _say("stopped; what was confirmed is recorded, the rest is measured next time")
        sys.exit(_SIGNALLED + signalled)


def _history(root: Path, machine: str | None) -> "History":
    """Read all that counts of a machine's results, filing first what a stock `asv run` has left."""
    from jaxvelocity import history as past
    from jaxvelocity.measure import filing, targets
    from jaxvelocity.measure.lock import held
    from jaxvelocity.releases import branch, catalogue

    results = root / "results"
    # Whoever measures here files its own, and knows more of it; only one may write.
    with contextlib.suppress(BusyError), held(root / ".asv", wait=False, say=_say, measuring=False):
        for problem in filing.file_all(root, results):
            _say(problem)
    return past.load(results, machine, targets.commits(root, branch.ensure(root, catalogue.load()), results))


def _publish(root: Path, found: "Report") -> Path:
    from jaxvelocity.measure.publish import publish_asv
    from jaxvelocity.report import site

    problem = publish_asv(root)
    if problem:
        _say(problem)
    return site.build(found, root / "html")


def _root() -> Path:
    from jaxvelocity.measure.project import find_root

    root = find_root(Path.cwd())
    os.chdir(root)  # asv takes every path of its configuration from the working directory
    return root


def _print(words: str) -> None:
    """Print to stdout; who closes it early (`| head`) still gets the exit code that is due."""
    try:
        click.echo(words)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(line: str) -> None:
    click.echo(line, err=True)


def main() -> None:
    """Run the command line; every error that a request can cause is one line on stderr and exit code 4."""
    with _errors():
        cli(standalone_mode=False)


@contextlib.contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except RequestError as error:
        _fail(str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        _say(error.format_message())
        sys.exit(_BAD_INPUT)
    except click.ClickException as error:
        _fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        sys.exit(_SIGNALLED + 2)
    except OSError as error:
        name = error.filename or "a file"
        _fail(f"{name} could not be read or written: {error.strerror}; make room, give the right or move it away")


def _fail(message: str) -> NoReturn:
    _say("error: " + " ".join(message.split()))
    sys.exit(_BAD_INPUT)
