"""The known JAX releases, and what each is installed with: a small file that ships with the package."""

import difflib
import importlib.resources
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jaxvelocity.errors import CatalogueError, UnknownRevisionError
from jaxvelocity.files import write_whole

# 1: companions (name, own_commit, pins);
#    releases (version, date, jaxlib, requires_python, yanked, companions).
FORMAT = 1

_DATE = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True)
class Companions:
    """Exact pins of what JAX stands on, kept for as many releases as possible.

    `pins` maps a distribution's name, written with underscores (``ml_dtypes``), to its version. `own_commit`
    says whether the release before the set's first can be installed with it too, so that the change of set is
    a commit of its own; never so for the first set of all.
    """

    name: str
    own_commit: bool
    pins: Mapping[str, str]


@dataclass(frozen=True)
class Release:
    """One JAX release.

    `date` is when its wheel was uploaded: aware, in UTC, whole seconds. `jaxlib` is the version that goes
    with it, `companions` the name of its set.
    """

    version: str
    date: datetime
    jaxlib: str
    requires_python: str
    yanked: bool
    companions: str


@dataclass(frozen=True)
class Catalogue:
    """Every known release by date of upload, oldest first, and the sets of companions by first use.

    Both are only ever appended to: the commits made of them stay what they are.
    """

    releases: tuple[Release, ...]
    companions: tuple[Companions, ...]

    def find(self, version: str) -> Release:
        """Return the release of that version.

        Raises:
            UnknownRevisionError: there is none; the message names the nearest.
        """
        for release in self.releases:
            if release.version == version:
                return release
        names = [release.version for release in self.releases]
        near = difflib.get_close_matches(version, names) or names[-3:]
        raise UnknownRevisionError(
            f"JAX release {version!r} is not in the catalogue; the nearest are {', '.join(near)}; "
            "`jaxvelocity releases sync` looks for new ones"
        )

    def companions_of(self, release: Release) -> Companions:
        """Return the set that `release` is installed with."""
        return next(each for each in self.companions if each.name == release.companions)


def requirements(release: Release, companions: Companions) -> tuple[str, ...]:
    """Return the exact pins (``jax==0.8.0``) of a release with a set, by name."""
    pins = {**companions.pins, "jax": release.version, "jaxlib": release.jaxlib}
    return tuple(f"{name}=={pins[name]}" for name in sorted(pins))


def load() -> Catalogue:
    """Return the catalogue that ships with the package.

    Raises:
        CatalogueError: it is not readable.
    """
    return parse((importlib.resources.files(__package__) / "catalogue.json").read_text("utf-8"))


def save(catalogue: Catalogue) -> None:
    """Replace the catalogue that ships with the package, whole or not at all.

    Raises:
        CatalogueError: the file can't be written; the old one is unchanged.
    """
    path = Path(str(importlib.resources.files(__package__) / "catalogue.json"))
    try:
        write_whole(path, dump(catalogue))
    except OSError as problem:
        raise CatalogueError(
            f"{path} could not be written ({problem.strerror}); the catalogue is unchanged; "
            "see to the room or the rights there, then try again"
        ) from None


def parse(text: str) -> Catalogue:
    """Return the catalogue written in `text`.

    Raises:
        CatalogueError: it is not what `dump` writes, or of another format.
    """
    try:
        document = json.loads(text)
        if document["format"] == FORMAT:
            return _read(document)
    except (KeyError, TypeError, ValueError) as problem:
        raise CatalogueError(
            f"the catalogue of releases is damaged ({type(problem).__name__}: {problem}); "
            "restore catalogue.json from git"
        ) from None
    raise CatalogueError(
        f"the catalogue of releases has format {document['format']!r}, this jaxvelocity reads {FORMAT}; "
        "update jaxvelocity, or restore catalogue.json from git"
    )


def _read(document: Any) -> Catalogue:
    """Build the catalogue of a parsed document of today's format."""
    companions = tuple(Companions(**each) for each in document["companions"])
    releases = tuple(
        Release(**{**each, "date": datetime.strptime(each["date"], _DATE).replace(tzinfo=UTC)})
        for each in document["releases"]
    )
    unknown = {release.companions for release in releases} - {each.name for each in companions}
    if unknown:
        raise ValueError(f"no companions named {sorted(unknown)}")
    return Catalogue(releases, companions)


def dump(catalogue: Catalogue) -> str:
    """Return the catalogue as JSON text, a set or a release a line, so that one more is a line more."""
    companions = (
        {"name": each.name, "own_commit": each.own_commit, "pins": dict(sorted(each.pins.items()))}
        for each in catalogue.companions
    )
    releases = ({**vars(release), "date": release.date.strftime(_DATE)} for release in catalogue.releases)
    rows = {
        key: ",\n".join("  " + json.dumps(row) for row in value)
        for key, value in (("companions", companions), ("releases", releases))
    }
    return (
        f'{{\n"format": {FORMAT},\n'
        f'"companions": [\n{rows["companions"]}\n],\n'
        f'"releases": [\n{rows["releases"]}\n]\n}}\n'
    )
