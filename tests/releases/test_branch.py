import email
import itertools
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from made_releases import CATALOGUE, SECOND, by_hand, release

from jaxvelocity.errors import RepositoryError
from jaxvelocity.releases import branch, catalogue
from jaxvelocity.releases.branch import ReleaseCommit, commits, ensure
from jaxvelocity.releases.git import git

_OLDER = replace(CATALOGUE, releases=CATALOGUE.releases[:1])


def _contents(folder: Path, *, objects: bool) -> dict[str, bytes]:
    """Every file of a repository but the references that are ours, and git's objects where these are not asked for."""
    ours = (".git/refs/heads/jax-releases", ".git/logs/refs/heads/jax-releases", ".git/refs/tags/jax-")
    if not objects:
        ours = (*ours, ".git/objects/")
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        name: path.read_bytes() for path in files if not (name := path.relative_to(folder).as_posix()).startswith(ours)
    }


def _references(repo: Path) -> dict[str, str]:
    lines = by_hand(
        repo, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/jax-releases", "refs/tags/jax-*"
    )
    return dict(line.split() for line in lines.splitlines())


def _expected_references(made: tuple[ReleaseCommit, ...]) -> dict[str, str]:
    return {"refs/heads/jax-releases": made[-1].hash} | {f"refs/tags/{each.tag}": each.hash for each in made}


def test_labels_tags_and_dates() -> None:
    # The set changes at 3.0.0: one second before it the JAX before, 2.0.0, with the new set.
    assert [(each.label, each.version, each.tag, each.date) for each in commits(CATALOGUE)] == [
        ("1.0.0", "1.0.0", "jax-1.0.0", datetime(2024, 6, 18, 14, 47, 10, tzinfo=UTC)),
        ("2.0.0", "2.0.0", "jax-2.0.0", datetime(2024, 7, 30, 0, 25, 44, tzinfo=UTC)),
        ("3.0.0-companions", "2.0.0", "jax-3.0.0-companions", datetime(2024, 9, 16, 18, 38, 44, tzinfo=UTC)),
        ("3.0.0", "3.0.0", "jax-3.0.0", datetime(2024, 9, 16, 18, 38, 45, tzinfo=UTC)),
    ]


def test_the_companions_commit_changes_the_companions_alone(repo: Path) -> None:
    ensure(repo, CATALOGUE)

    def changed(before: str, after: str) -> set[str]:
        lines = by_hand(repo, "diff", "-U0", before, after).splitlines()
        return {line[1:].strip(' ",') for line in lines if line.startswith("+ ")}

    assert changed("jax-2.0.0", "jax-3.0.0-companions") == {"numpy==2.1.0", "scipy==1.14.0"}
    assert changed("jax-3.0.0-companions", "jax-3.0.0") == {"jax==3.0.0", "jaxlib==3.0.0"}


def test_no_commit_of_their_own_where_the_old_jax_cannot_hold_them() -> None:
    together = replace(CATALOGUE, companions=(CATALOGUE.companions[0], replace(SECOND, own_commit=False)))
    assert [each.label for each in commits(together)] == ["1.0.0", "2.0.0", "3.0.0"]


def test_dates_rise_where_releases_collide() -> None:
    date = "2024-09-16T18:38:45"
    more = (release("3.0.1", date, "3.0.0"), release("2.9.0", "2024-01-01T00:00:00", "3.0.0"))
    made = commits(replace(CATALOGUE, releases=(*CATALOGUE.releases, *more)))
    assert [each.label for each in made[-3:]] == ["3.0.0", "3.0.1", "2.9.0"]
    steps = [after.date - before.date for before, after in itertools.pairwise(made[-3:])]
    assert steps == [timedelta(seconds=1)] * 2


def test_a_commit_is_what_git_itself_would_make(repo: Path) -> None:
    first = ensure(repo, _OLDER)[0]
    text = by_hand(repo, "show", f"{first.hash}:pyproject.toml")
    by_hand(repo, "checkout", "-q", "--orphan", "other", "-f")
    by_hand(repo, "rm", "-rfq", ".")
    (repo / "pyproject.toml").write_text(text)
    by_hand(repo, "add", "pyproject.toml")
    who = {"NAME": "jaxvelocity", "EMAIL": "releases@jaxvelocity.invalid", "DATE": "2024-06-18T14:47:10+0000"}
    signed = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
    by_hand(repo, "-c", "i18n.commitEncoding=utf-8", "commit", "-qm", "jax 1.0.0", **signed)
    assert by_hand(repo, "rev-parse", "HEAD").strip() == first.hash


def test_hashes_never_change() -> None:
    # As git fsck accepted it on 2026-12-01. A change breaks every clone and every recorded result: see branch.py.
    assert commits(catalogue.load())[0].hash == "fc1383926ad740a01e3b4108866bbfd3bb7395f5"


def test_git_has_the_computed_hashes_and_no_complaint(repo: Path) -> None:
    made = ensure(repo, catalogue.load())
    assert by_hand(repo, "rev-list", "--reverse", "jax-releases").split() == [each.hash for each in made]
    assert _references(repo) == _expected_references(made)
    by_hand(repo, "fsck", "--strict")
    # Author's and committer's date, in UTC, as asv orders and draws them.
    dates = by_hand(repo, "log", "--reverse", "--format=%ai|%ci", "jax-releases").splitlines()
    assert dates == [f"{each.date:%Y-%m-%d %H:%M:%S} +0000|{each.date:%Y-%m-%d %H:%M:%S} +0000" for each in made]
    assert by_hand(repo, "ls-tree", "-r", "--name-only", "jax-releases").split() == ["pyproject.toml"]


def test_two_clones_get_the_same(repo: Path, tmp_path: Path) -> None:
    by_hand(tmp_path, "clone", "-q", str(repo), "clone")
    ensure(repo, CATALOGUE)
    ensure(tmp_path / "clone", CATALOGUE)
    assert _references(repo) == _references(tmp_path / "clone") == _expected_references(commits(CATALOGUE))


def test_nothing_else_is_touched(repo: Path) -> None:
    before = _contents(repo, objects=False)
    home = Path(os.environ["GIT_CONFIG_GLOBAL"])
    config = home.read_bytes()
    ensure(repo, CATALOGUE)
    assert _contents(repo, objects=False) == before
    assert home.read_bytes() == config


def test_a_second_time_writes_nothing_and_asks_once(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ensure(repo, CATALOGUE)
    asked = []

    def counted(repo: Path, *arguments: str) -> str:
        asked.append(arguments[0])
        return git(repo, *arguments)

    monkeypatch.setattr(branch, "git", counted)
    before = {path: path.stat().st_mtime_ns for path in repo.rglob("*")}
    assert ensure(repo, CATALOGUE) == commits(CATALOGUE)
    assert {path: path.stat().st_mtime_ns for path in repo.rglob("*")} == before
    assert asked == ["for-each-ref"]


def test_a_branch_behind_is_advanced(repo: Path) -> None:
    old = ensure(repo, _OLDER)
    made = ensure(repo, CATALOGUE)
    assert made[:1] == old
    assert _references(repo) == _expected_references(made)


def test_a_branch_ahead_stays(repo: Path) -> None:
    made = ensure(repo, CATALOGUE)
    assert ensure(repo, _OLDER) == made[:1]
    assert _references(repo) == _expected_references(made)


def test_a_lost_tag_is_made_again(repo: Path) -> None:
    made = ensure(repo, CATALOGUE)
    by_hand(repo, "tag", "-d", "jax-2.0.0")
    before = _contents(repo, objects=True)
    ensure(repo, CATALOGUE)
    assert _references(repo) == _expected_references(made)
    assert _contents(repo, objects=True) == before


def test_packed_references_are_seen(repo: Path) -> None:
    ensure(repo, CATALOGUE)
    by_hand(repo, "pack-refs", "--all")
    before = _contents(repo, objects=True)
    ensure(repo, CATALOGUE)
    assert _contents(repo, objects=True) == before


@pytest.mark.parametrize("ahead", [False, True], ids=["unrelated", "on top of ours"])
def test_a_strangers_branch_is_refused_and_kept(repo: Path, ahead: bool) -> None:
    parent = ("-p", ensure(repo, CATALOGUE)[-1].hash) if ahead else ()
    mine = by_hand(repo, "commit-tree", "-m", "Mine", *parent, "HEAD^{tree}").strip()
    by_hand(repo, "update-ref", "refs/heads/jax-releases", mine)
    before = _references(repo)
    with pytest.raises(RepositoryError, match="git branch -m jax-releases my-jax-releases") as caught:
        ensure(repo, CATALOGUE)
    assert "\n" not in str(caught.value)
    assert _references(repo) == before
    # What the message says helps.
    by_hand(repo, "branch", "-m", "jax-releases", "my-jax-releases")
    ensure(repo, CATALOGUE)
    assert by_hand(repo, "rev-parse", "my-jax-releases").strip() == mine


def test_a_strangers_tag_is_refused_and_kept(repo: Path) -> None:
    by_hand(repo, "tag", "jax-2.0.0", "HEAD")
    before = _references(repo)
    with pytest.raises(RepositoryError, match=r"git tag -d jax-2\.0\.0"):
        ensure(repo, CATALOGUE)
    assert _references(repo) == before


def test_checked_out_it_is_not_moved(repo: Path, tmp_path: Path) -> None:
    ensure(repo, _OLDER)
    by_hand(repo, "worktree", "add", "-q", str(tmp_path / "other place"), "jax-releases")
    before = _references(repo)
    with pytest.raises(RepositoryError, match=r"checked out in .*/other place and has to move"):
        ensure(repo, CATALOGUE)
    assert _references(repo) == before
    # Where it need not move it is in nobody's way, even if a tag has to be made.
    by_hand(repo, "tag", "-d", "jax-1.0.0")
    assert ensure(repo, _OLDER) == commits(_OLDER)


def test_an_unborn_branch_of_that_name_is_not_born(tmp_path: Path) -> None:
    by_hand(tmp_path, "init", "-q", "-b", "jax-releases")
    with pytest.raises(RepositoryError, match="checked out"):
        ensure(tmp_path, CATALOGUE)
    assert _references(tmp_path) == {}


def test_a_bare_clone(repo: Path, tmp_path: Path) -> None:
    by_hand(tmp_path, "clone", "-q", "--bare", str(repo), "bare")
    ensure(tmp_path / "bare", CATALOGUE)
    assert _references(tmp_path / "bare") == _expected_references(commits(CATALOGUE))


def test_a_linked_work_tree_with_a_detached_head(repo: Path, tmp_path: Path) -> None:
    by_hand(repo, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    ensure(tmp_path / "linked", CATALOGUE)
    assert _references(repo) == _expected_references(commits(CATALOGUE))


def test_a_shallow_clone(repo: Path, tmp_path: Path) -> None:
    by_hand(repo, "commit", "-qm", "Two")
    by_hand(tmp_path, "clone", "-q", "--depth=1", f"file://{repo}", "shallow")
    ensure(tmp_path / "shallow", CATALOGUE)
    assert _references(tmp_path / "shallow") == _expected_references(commits(CATALOGUE))


def test_a_clone_that_is_shallow_within_the_branch(repo: Path, tmp_path: Path) -> None:
    ensure(repo, CATALOGUE)
    by_hand(tmp_path, "clone", "-q", "--depth=1", "--no-single-branch", "--no-tags", f"file://{repo}", "shallow")
    # Git sees the tip alone; one more release is to come, so two commits are seen where five were made.
    longer = replace(CATALOGUE, releases=(*CATALOGUE.releases, release("3.1.0", "2024-10-01T00:00:00", "3.0.0")))
    with pytest.raises(RepositoryError, match=r"git sees 2 commits of jax-releases where 5 were made.*--unshallow"):
        ensure(tmp_path / "shallow", longer)
    by_hand(tmp_path / "shallow", "fetch", "-q", "--unshallow", "--no-tags")
    assert _references(tmp_path / "shallow") == {}
    ensure(tmp_path / "shallow", longer)


def test_many_at_once_agree(repo: Path) -> None:
    program = (
        "import pathlib, sys; from jaxvelocity.releases import branch, catalogue;"
        "branch.ensure(pathlib.Path(sys.argv[1]), catalogue.load())"
    )
    started = [subprocess.Popen([sys.executable, "-c", program, str(repo)]) for _ in range(4)]
    assert [process.wait() for process in started] == [0] * 4
    assert _references(repo) == _expected_references(commits(catalogue.load()))


def test_the_wheel_of_a_commit_is_pins_and_nothing_else(repo: Path, tmp_path: Path) -> None:
    ensure(repo, CATALOGUE)
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(by_hand(repo, "show", "jax-2.0.0:pyproject.toml"))
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=folder, check=True, capture_output=True
    )
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert {name.partition("/")[0] for name in archive.namelist()} == {"jaxvelocity-0.dist-info"}
        metadata = email.message_from_bytes(archive.read("jaxvelocity-0.dist-info/METADATA"))
    # Hatchling writes names with hyphens; none of these has any.
    assert metadata.get_all("Requires-Dist") == ["jax==2.0.0", "jaxlib==2.0.0", "numpy==2.0.0", "scipy==1.13.0"]
    assert metadata["Requires-Python"] == ">=3.12"
