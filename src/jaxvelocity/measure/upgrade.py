"""Two releases against each other: their environments, the duets of the whole suite, and what came out."""

from collections.abc import Callable
from pathlib import Path

from jaxvelocity.history import calibration, duets
from jaxvelocity.history.comparison import Comparison
from jaxvelocity.measure import machine, variables
from jaxvelocity.measure.environments import environment
from jaxvelocity.measure.parts import parts
from jaxvelocity.measure.play import Advance, Margin, changes, failures, play, same_programs
from jaxvelocity.measure.programs import use_own_programs
from jaxvelocity.measure.project import pin
from jaxvelocity.releases.catalogue import Catalogue


def sides(root: Path, known: Catalogue, old: str | None, new: str | None) -> tuple[str, str]:
    """Give the two releases that are meant: those named, else the pin and the newest, else the one before the pin.

    Raises UnknownRevisionError, or RequestError where nothing pins a release.
    """
    named = [known.find(one).version for one in (old, new) if one is not None]
    if len(named) == 2:
        return named[0], named[1]
    releases = [release.version for release in known.releases]
    first = named[0] if named else known.find(pin(root)).version
    if first != releases[-1]:
        return first, releases[-1]
    return releases[max(0, len(releases) - 2)], first


def upgrade(
    root: Path,
    known: Catalogue,
    labels: tuple[str, str],
    *,
    quick: bool,
    pattern: str | None,
    minutes: float | None,
    say: Callable[[str], None],
    advance: Advance,
) -> tuple[Comparison, int]:
    """Hold two releases against each other; give what came out, and the number of the signal that cut it short, or 0.

    Raises EnvironmentUnavailableError where a release can't be installed or its side does not start.
    """
    use_own_programs()
    variables.unset()
    old, new = labels
    name = machine.default_name()
    margin = margins(root, name)
    pythons = (environment(root, known, old, say), environment(root, known, new, say, twin=old == new))
    played = play(
        root, pythons, lambda listed: parts(listed, quick=quick, pattern=pattern), margin, advance, minutes=minutes
    )
    found = Comparison(
        machine=name,
        device=played.device.label,
        old=old,
        new=new,
        changes=tuple(changes(played, name, old, new, margin)),
        same_program=same_programs(played, name),
        duets=played.duets,
        seconds=played.seconds,
        stopped=played.stopped,
        problems=played.left_out,
        failures=tuple(failures(played, old, new)),
    )
    return found, played.signalled


def margins(root: Path, name: str) -> Margin:
    """Give the least change of a benchmark's metric that may be confirmed on a machine, as it was calibrated."""
    found = calibration.read(root / "results", name)
    return (lambda *_: duets.LEAST_MARGIN) if found is None else found.margin
