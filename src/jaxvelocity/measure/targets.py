"""Which commits a request means: releases by their name, anything else by git's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jaxvelocity.errors import RepositoryError, UnknownRevisionError
from jaxvelocity.history.series import Axis, Commit
from jaxvelocity.releases.branch import ReleaseCommit
from jaxvelocity.releases.catalogue import Catalogue
from jaxvelocity.releases.git import git


@dataclass(frozen=True)
class Target:
    """A commit to measure; label: the release, or what git's short hash is."""

    hash: str
    label: str
    axis: Axis


def resolve(
    root: Path, revisions: Sequence[str], catalogue: Catalogue, releases: Sequence[ReleaseCommit], *, last: int = 0
) -> list[Target]:
    """Give the commits of `revisions` and the `last` newest releases, newest first and HEAD before all.

    Raises UnknownRevisionError for what is neither a release nor a commit, RepositoryError for a shallow clone.
    """
    by_hash = {commit.hash: commit for commit in releases}
    own: list[Target] = []
    wanted: set[str] = {commit.hash for commit in _releases_only(releases)[-last:]} if last else set()
    for revision in revisions:
        named = next((commit.hash for commit in releases if commit.label == revision), None)
        found = named or _commit(root, revision, catalogue)
        if found in by_hash:
            wanted.add(found)
        elif found not in {target.hash for target in own}:
            own.append(Target(found, f"HEAD ({found[:8]})" if revision == "HEAD" else found[:8], "main"))
    if own and git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise RepositoryError(
            "this clone is shallow, a full one is wanted to measure its commits: run `git fetch --unshallow`, "
            "or name releases only"
        )
    chain = [Target(commit.hash, commit.label, "releases") for commit in reversed(releases) if commit.hash in wanted]
    return own + chain


def commits(root: Path, releases: Sequence[ReleaseCommit]) -> list[Commit]:
    """Give every commit that a point may lie at, in order along each axis: the releases, then HEAD's history."""
    found = [Commit(commit.hash, commit.label, commit.date, "releases") for commit in releases]
    known = {commit.hash for commit in found}
    for line in reversed(git(root, "log", "--first-parent", "--format=%H %ct", "HEAD").splitlines()):
        own, seconds = line.split()
        if own not in known:
            found.append(Commit(own, own[:8], _moment(seconds), "main"))
    return found


def edits(root: Path) -> str:
    """Say which files of the package differ from HEAD; empty where none does."""
    changed = git(root, "status", "--porcelain", "--", "src", "pyproject.toml").splitlines()
    if not changed:
        return ""
    counted = (
        "1 file in src/ or pyproject.toml has"
        if len(changed) == 1
        else f"{len(changed)} files in src/ or pyproject.toml have"
    )
    return f"{counted} edits that are not committed"


def _releases_only(releases: Sequence[ReleaseCommit]) -> list[ReleaseCommit]:
    return [commit for commit in releases if commit.label == commit.version]


def _commit(root: Path, revision: str, catalogue: Catalogue) -> str:
    try:
        # --end-of-options: a name that starts with a dash stays a name.
        return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except RepositoryError:
        pass
    if revision == "HEAD":
        raise UnknownRevisionError("HEAD is no commit yet: commit something, or name releases") from None
    try:
        catalogue.find(revision)
    except UnknownRevisionError as error:
        raise UnknownRevisionError(f"{error}; git knows no such commit either") from None
    raise UnknownRevisionError(f"release {revision} has no commit here")


def _moment(seconds: str) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)
