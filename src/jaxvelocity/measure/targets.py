"""Which commits a request means: releases by their name, anything else by git's."""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jaxvelocity.errors import RepositoryError, UnknownRevisionError
from jaxvelocity.history.records import HASH
from jaxvelocity.history.series import Axis, Commit
from jaxvelocity.releases import branch, catalogue
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
    root: Path, revisions: Sequence[str], known: Catalogue, releases: Sequence[ReleaseCommit], *, last: int = 0
) -> list[Target]:
    """Give the commits of `revisions` and the `last` newest releases, newest first and HEAD before all.

    Raises UnknownRevisionError for what is neither a release nor a commit, RepositoryError for a shallow clone.
    """
    by_hash = {commit.hash: commit for commit in releases}
    own: list[Target] = []
    wanted: set[str] = {commit.hash for commit in _releases_only(releases)[-last:]} if last else set()
    for revision in revisions:
        named = next((commit.hash for commit in releases if commit.label == revision), None)
        found = named or _commit(root, revision, known)
        if found in by_hash:
            wanted.add(found)
        elif found not in {target.hash for target in own}:
            own.append(Target(found, f"HEAD ({found[:8]})" if revision == "HEAD" else found[:8], "main"))
    if own and git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise RepositoryError(
            "this clone is shallow, a full one is wanted to measure its commits: run `git fetch --unshallow`, "
            "or name releases only"
        )
    own.sort(key=lambda target: (target.label.startswith("HEAD"), _date(root, target.hash)), reverse=True)
    chain = [Target(commit.hash, commit.label, "releases") for commit in reversed(releases) if commit.hash in wanted]
    return own + chain


def release(version: str) -> Commit:
    """Give the commit of a release; raises UnknownRevisionError."""
    known = catalogue.load()
    label = known.find(version).version
    found = next(commit for commit in branch.commits(known) if commit.label == label)
    return Commit(found.hash, found.label, found.date, "releases")


def commits(root: Path, releases: Sequence[ReleaseCommit], results: Path) -> list[Commit]:
    """Give every commit that a point may lie at, in order along each axis: the releases, then HEAD's history.

    A commit off that line that was measured all the same comes among them by its date.
    """
    found = [Commit(commit.hash, commit.label, commit.date, "releases") for commit in releases]
    known = {commit.hash for commit in found}
    log = git(root, "log", "--first-parent", "--format=%H %ct", "HEAD").splitlines() if _has_head(root) else []
    own = {one: int(date) for one, date in map(str.split, reversed(log)) if one not in known}
    aside = {one: date for one in measured(results) - known - own.keys() if (date := _date(root, one, missing=0))}
    own |= aside
    order = sorted(own, key=own.__getitem__) if aside else list(own)  # git's own order where it is one line
    return found + [Commit(one, one[:8], datetime.fromtimestamp(own[one], UTC), "main") for one in order]


def measured(results: Path) -> set[str]:
    """Give the commits that any machine has records of."""
    found = set()
    for path in results.glob("*/*.jsonl"):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError), path.open(encoding="utf-8") as lines:
            found.add(str(json.loads(next(lines, ""))["commit"]))
    return {one for one in found if HASH.fullmatch(one)}


def _has_head(root: Path) -> bool:
    try:
        return bool(git(root, "rev-parse", "--verify", "--quiet", "HEAD"))
    except RepositoryError:
        return False


def _date(root: Path, commit: str, missing: int | None = None) -> int:
    """Give a commit's date in seconds; `missing` where git has no such commit."""
    try:
        return int(git(root, "log", "-1", "--format=%ct", "--end-of-options", commit))
    except RepositoryError:
        if missing is None:
            raise
        return missing


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


def _commit(root: Path, revision: str, known: Catalogue) -> str:
    try:
        # --end-of-options: a name that starts with a dash stays a name.
        return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except RepositoryError:
        pass
    if revision == "HEAD":
        raise UnknownRevisionError("HEAD is no commit yet: commit something, or name releases") from None
    try:
        known.find(revision)
    except UnknownRevisionError as error:
        raise UnknownRevisionError(f"{error}; git knows no such commit either") from None
    raise UnknownRevisionError(f"release {revision} has no commit here")
