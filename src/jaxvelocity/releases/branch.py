"""The branch `jax-releases`: one commit per JAX release, the same in every clone."""

import hashlib
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from jaxvelocity.errors import RepositoryError
from jaxvelocity.releases.catalogue import Catalogue, Companions, Release, requirements
from jaxvelocity.releases.git import git

BRANCH = "jax-releases"
_REF = f"refs/heads/{BRANCH}"

# All hashes hang on the next two texts and on the messages: a letter changed here, and every clone refuses
# the branch that it has, and every result measured along it belongs to commits that are gone.
_IDENTITY = "jaxvelocity <releases@jaxvelocity.invalid>"
_PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "jaxvelocity"
version = "0"
requires-python = ">=3.12"
dependencies = [
{dependencies}
]

[tool.hatch.build.targets.wheel]
bypass-selection = true
"""

# Git's numbers for the kinds of object in a pack.
_KINDS = {"commit": 1, "tree": 2, "blob": 3}


@dataclass(frozen=True)
class ReleaseCommit:
    """One commit of the branch.

    `label` is the release (``0.8.0``), or ``0.8.0-companions`` for the change of companions one second
    before it; `version` is the JAX that the commit pins, there the one before. `hash` is 40 hexadecimal
    digits, `date` author's and committer's date at once: aware, in UTC, whole seconds.
    """

    label: str
    version: str
    hash: str
    tag: str
    date: datetime


@dataclass(frozen=True)
class _Object:
    """A git object: its kind, its bytes, and the hash that these two give."""

    kind: str
    content: bytes

    @property
    def hash(self) -> str:
        header = f"{self.kind} {len(self.content)}\0".encode()
        # Git's name for the object: nothing is kept secret by it.
        return hashlib.sha1(header + self.content, usedforsecurity=False).hexdigest()


_Chain = tuple[tuple[ReleaseCommit, tuple[_Object, ...]], ...]


def commits(catalogue: Catalogue) -> tuple[ReleaseCommit, ...]:
    """Return the branch's commits, oldest first, computed from the catalogue alone, without git.

    Dates rise strictly: a release dated no later than the commit before it comes a second after that one.
    """
    return tuple(commit for commit, _ in _chain(catalogue))


def ensure(repo: Path, catalogue: Catalogue) -> tuple[ReleaseCommit, ...]:
    """Make the branch and the tags in `repo` where they are missing or behind; return the branch's commits.

    Touches no work tree, index, HEAD, configuration or other reference. A branch that is ahead, as a newer
    catalogue makes it, stays where it is.

    Raises:
        RepositoryError: something else has the name of the branch or of a tag, the branch is checked out and
            would move, or git can't make it.
    """
    chain = tuple(_chain(catalogue))
    try:
        _write(repo, chain)
    except RepositoryError:
        # Another process may have made the same meanwhile; the second look finds it, or says why not.
        _write(repo, chain)
    return tuple(commit for commit, _ in chain)


def _chain(catalogue: Catalogue) -> Iterator[tuple[ReleaseCommit, tuple[_Object, ...]]]:
    """Yield each commit with its objects: the blob, the tree, the commit itself."""
    parent: ReleaseCommit | None = None
    before: Release | None = None
    for release in catalogue.releases:
        companions = catalogue.companions_of(release)
        if before is not None and before.companions != companions.name and companions.own_commit:
            date = release.date - timedelta(seconds=1)
            parent, objects = _commit(f"{release.version}-companions", before, companions, date, parent)
            yield parent, objects
        parent, objects = _commit(release.version, release, companions, release.date, parent)
        yield parent, objects
        before = release


def _commit(
    label: str, release: Release, companions: Companions, date: datetime, parent: ReleaseCommit | None
) -> tuple[ReleaseCommit, tuple[_Object, ...]]:
    """Make one commit of a lone pyproject.toml, no earlier than a second after its parent."""
    if parent is not None:
        date = max(date, parent.date + timedelta(seconds=1))
    lines = "\n".join(f'  "{pin}",' for pin in requirements(release, companions))
    blob = _Object("blob", _PYPROJECT.format(dependencies=lines).encode())
    tree = _Object("tree", b"100644 pyproject.toml\0" + bytes.fromhex(blob.hash))
    signed = f"{_IDENTITY} {int(date.timestamp())} +0000"
    head = [f"tree {tree.hash}"] + ([f"parent {parent.hash}"] if parent else [])
    text = "\n".join([*head, f"author {signed}", f"committer {signed}", "", f"jax {label}", ""])
    commit = _Object("commit", text.encode())
    return ReleaseCommit(label, release.version, commit.hash, f"jax-{label}", date), (blob, tree, commit)


def _write(repo: Path, chain: _Chain) -> None:
    """Write what is missing: first the objects, then the references, all of them or none."""
    hashes = [commit.hash for commit, _ in chain]
    tags = {f"refs/tags/{commit.tag}": commit.hash for commit, _ in chain}
    listing = git(repo, "for-each-ref", "--format=%(refname) %(objectname)", _REF, *tags)
    found = dict(line.split() for line in listing.splitlines())
    for name, value in tags.items():
        if found.get(name, value) != value:
            tag = name.removeprefix("refs/tags/")
            raise RepositoryError(
                f"the tag {tag} here is not the one that jaxvelocity makes; remove it with `git tag -d {tag}`, "
                "then run again"
            )
    # A tag that another process is making just now is the same one, so that it may be there by then; only the
    # branch, which could stand elsewhere, has to be as it was seen.
    updates = [f"update {name} {value}" for name, value in tags.items() if name not in found]
    tip = found.get(_REF)
    if tip is None:
        updates.append(f"create {_REF} {hashes[-1]}")
    elif tip in hashes[:-1]:
        updates.append(f"update {_REF} {hashes[-1]} {tip}")
    elif tip != hashes[-1] and not _is_ahead(repo, hashes[-1]):
        raise RepositoryError(
            f"the branch {BRANCH} here is not the one that jaxvelocity makes; move it out of the way with "
            f"`git branch -m {BRANCH} my-{BRANCH}`, then run again"
        )
    if not updates:
        return
    if tip is None or tip in hashes[:-1]:
        _refuse_where_checked_out(repo)
        git(repo, "unpack-objects", "-q", stdin=_pack(chain))
        _verify(repo, hashes)
    git(repo, "update-ref", "--stdin", stdin="".join(f"{each}\n" for each in updates).encode())


def _is_ahead(repo: Path, tip: str) -> bool:
    """Tell whether the branch is the chain that ends in `tip` and further commits of the same maker."""
    for line in git(repo, "log", "--format=%H %cn <%ce>", _REF).splitlines():
        commit, maker = line.split(" ", 1)
        if commit == tip:
            return True
        if maker != _IDENTITY:
            return False
    return False


def _refuse_where_checked_out(repo: Path) -> None:
    """Raise where a work tree stands on the branch: moved beneath it, its files would show as edits."""
    place = ""
    for line in git(repo, "worktree", "list", "--porcelain").splitlines():
        if line.startswith("worktree "):
            place = line.removeprefix("worktree ")
        if line == f"branch {_REF}":
            raise RepositoryError(
                f"the branch {BRANCH} is checked out in {place} and has to move; "
                "switch to another branch there, then run again"
            )


def _pack(chain: _Chain) -> bytes:
    """Return all objects as a git pack, version 2; `git unpack-objects` passes over those that are there.

    An object's header is its size in a variable-length form: four bits beside the kind in the first byte,
    then seven a byte, lowest first, the top bit set where more follow. Source: gitformat-pack(5).
    """
    objects = [each for _, three in chain for each in three]
    pack = bytearray(b"PACK" + struct.pack(">II", 2, len(objects)))
    for each in objects:
        byte, rest = _KINDS[each.kind] << 4 | len(each.content) & 15, len(each.content) >> 4
        while rest:
            pack.append(byte | 128)
            byte, rest = rest & 127, rest >> 7
        pack.append(byte)
        pack += zlib.compress(each.content)
    return bytes(pack) + hashlib.sha1(pack, usedforsecurity=False).digest()


def _verify(repo: Path, hashes: list[str]) -> None:
    """Raise where git does not see the very commits that were computed."""
    seen = git(repo, "rev-list", hashes[-1]).split()
    if seen != hashes[::-1]:
        raise RepositoryError(
            f"git sees {len(seen)} commits of {BRANCH} where {len(hashes)} were made, "
            "as in a shallow clone of it; run `git fetch --unshallow`, then run again"
        )
