"""Look for new JAX releases, and append them to the catalogue."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC

from packaging.specifiers import SpecifierSet
from packaging.utils import parse_wheel_filename
from packaging.version import InvalidVersion, Version
from pypi_simple import (
    DistributionPackage,
    NoSuchProjectError,
    PyPISimple,
    UnsupportedContentTypeError,
    UnsupportedRepoVersionError,
)

from jaxvelocity.errors import CatalogueError
from jaxvelocity.releases.catalogue import Catalogue, Companions, Release, requirements

# The Python whose history is kept; another one would need other wheels.
PYTHON = "3.12"
_INTERPRETER = "cp312"

# Older ones report no temporaries (they are 0 before 0.4.30) and need NumPy < 2.
_FIRST = Version("0.4.30")

_SECONDS_OF_SILENCE = 30.0


def refresh(catalogue: Catalogue) -> Catalogue:
    """Return `catalogue` with the releases that have appeared since, and with today's yanked marks.

    A release is taken from 0.4.30 on where it is final, runs on Python 3.12, and can be installed from wheels
    for Linux on x86-64. Those already in the catalogue keep their place, their date and their pins; new
    ones follow them by date of upload. A new one keeps the newest set of companions where that can be
    installed with it; else a set is solved anew.

    Raises:
        CatalogueError: the package index could not be reached, or did not say what is needed.
    """
    try:
        with PyPISimple() as index:
            jax, jaxlib = (
                index.get_project_page(name, timeout=_SECONDS_OF_SILENCE).packages for name in ("jax", "jaxlib")
            )
    except (
        OSError,  # every error of the connection and of HTTP
        ValueError,  # an answer that is no JSON, as a hotel's log-in page gives
        NoSuchProjectError,
        UnsupportedContentTypeError,
        UnsupportedRepoVersionError,
    ) as problem:
        raise CatalogueError(
            f"the package index could not be reached ({type(problem).__name__}); "
            "the catalogue is unchanged; try again with a network"
        ) from None
    wheels = {version: wheel for version, wheel in _final_wheels(jax) if version >= _FIRST}
    catalogue = replace(catalogue, releases=tuple(_marked(each, wheels) for each in catalogue.releases))
    known = {Version(release.version) for release in catalogue.releases}
    new = [_release(version, wheel, jaxlib) for version, wheel in wheels.items() if version not in known]
    for release in sorted(
        (each for each in new if each is not None), key=lambda each: (each.date, Version(each.version))
    ):
        catalogue = _appended(catalogue, release)
    return catalogue


def _final_wheels(files: Iterable[DistributionPackage]) -> Iterator[tuple[Version, DistributionPackage]]:
    """Yield the wheels of final releases, each with its version."""
    for file in files:
        if file.package_type != "wheel" or file.version is None:
            continue
        try:
            version = Version(file.version)
        except InvalidVersion:
            continue
        if not version.is_prerelease:
            yield version, file


def _marked(release: Release, wheels: dict[Version, DistributionPackage]) -> Release:
    """Return `release` with today's yanked mark; one that has left the index stays as it was."""
    wheel = wheels.get(Version(release.version))
    return release if wheel is None else replace(release, yanked=wheel.is_yanked)


def _release(version: Version, wheel: DistributionPackage, jaxlibs: Iterable[DistributionPackage]) -> Release | None:
    """Describe a release, its companions still open; None where nothing of it runs here."""
    admitted = wheel.requires_python or ""
    jaxlib = _jaxlib_for(version, jaxlibs)
    if jaxlib is None or not SpecifierSet(admitted).contains(PYTHON):
        return None
    if wheel.upload_time is None:
        raise CatalogueError(
            f"the package index does not say when jax {version} was uploaded; the catalogue is unchanged; "
            "try again with an index that gives upload times"
        )
    date = wheel.upload_time.astimezone(UTC).replace(microsecond=0)
    return Release(str(version), date, str(jaxlib), admitted, wheel.is_yanked, "")


def _jaxlib_for(version: Version, files: Iterable[DistributionPackage]) -> Version | None:
    """Return the jaxlib that goes with a JAX: its own version, else the newest below it not yanked."""
    fits = [
        each
        for each, file in _final_wheels(files)
        if each <= version and _runs_here(file.filename) and (each == version or not file.is_yanked)
    ]
    return max(fits, default=None)


def _runs_here(filename: str) -> bool:
    """Tell whether a wheel is for the Python of the history on Linux and x86-64."""
    return any(
        tag.interpreter == _INTERPRETER and tag.platform.startswith("manylinux") and tag.platform.endswith("x86_64")
        for tag in parse_wheel_filename(filename)[3]
    )


def _appended(catalogue: Catalogue, release: Release) -> Catalogue:
    """Return `catalogue` with the release at its end; unchanged where no set of companions exists for it."""
    if catalogue.companions and _installs(release, catalogue.companions[-1]):
        kept = replace(release, companions=catalogue.companions[-1].name)
        return replace(catalogue, releases=(*catalogue.releases, kept))
    pins = _solve((f"jax=={release.version}", f"jaxlib=={release.jaxlib}"))
    if pins is None:
        return catalogue
    companions = Companions(
        name=release.version,
        own_commit=False,
        pins={name: pin for name, pin in pins.items() if name not in ("jax", "jaxlib")},
    )
    # Where the old JAX can't live with the new set, the two can only change together.
    own_commit = bool(catalogue.releases) and _installs(catalogue.releases[-1], companions)
    return Catalogue(
        (*catalogue.releases, replace(release, companions=companions.name)),
        (*catalogue.companions, replace(companions, own_commit=own_commit)),
    )


def _installs(release: Release, companions: Companions) -> bool:
    """Tell whether the release's pins and the set's go together and leave nothing unpinned."""
    pins = requirements(release, companions)
    solved = _solve(pins)
    return solved is not None and {f"{name}=={pin}" for name, pin in solved.items()} == set(pins)


def _solve(wanted: Iterable[str]) -> dict[str, str] | None:
    """Ask uv for a full set of pins, by name; None where there is none.

    Raises:
        CatalogueError: uv could not ask the package index.
    """
    command = [sys.executable, "-m", "uv", "pip", "compile", "-", "--quiet", "--no-header", "--no-annotate"]
    # For the platform of the history, whichever machine asks; wheels alone, or uv would build sources.
    command += ["--python-version", PYTHON, "--python-platform", "linux", "--only-binary", ":all:"]
    done = subprocess.run(command, input="\n".join(wanted), capture_output=True, text=True)
    # Its first line tells a conflict from a network that failed.
    if "No solution found" in done.stderr:
        return None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"uv ended with {done.returncode}"])[0]
        raise CatalogueError(
            f"the pins could not be solved ({reason}); the catalogue is unchanged; try again with a network and uv"
        )
    pins = (line.partition("==") for line in done.stdout.split())
    return {name.replace("-", "_"): pin for name, _, pin in pins}
