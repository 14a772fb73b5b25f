"""Releases, catalogues and repositories made up for the tests."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

from jaxvelocity.releases.catalogue import Catalogue, Companions, Release


def release(version: str, date: str, companions: str = "first") -> Release:
    """Make up a release; `date` as in ``2024-06-18T14:47:10``, UTC."""
    moment = datetime.fromisoformat(date).replace(tzinfo=UTC)
    return Release(version, moment, version, ">=3.10", yanked=False, companions=companions)


FIRST = Companions("first", own_commit=False, pins={"scipy": "1.13.0", "numpy": "2.0.0"})
SECOND = Companions("3.0.0", own_commit=True, pins={"scipy": "1.14.0", "numpy": "2.1.0"})

# One set, then another from 3.0.0 on.
CATALOGUE = Catalogue(
    (
        release("1.0.0", "2024-06-18T14:47:10"),
        release("2.0.0", "2024-07-30T00:25:44"),
        release("3.0.0", "2024-09-16T18:38:45", "3.0.0"),
    ),
    (FIRST, SECOND),
)


def by_hand(repo: Path, *words: str, **environment: str) -> str:
    """Run git as the repository's user would, without hooks; return what it prints."""
    settings = (
        "user.name=Åsa",
        "user.email=asa@example.invalid",
        "commit.gpgsign=false",
        "tag.gpgSign=false",
        "core.hooksPath=/dev/null",
    )
    command = ["git", "-C", str(repo), *(word for each in settings for word in ("-c", each)), *words]
    return subprocess.run(
        ["env", *(f"{name}={value}" for name, value in environment.items()), *command],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
