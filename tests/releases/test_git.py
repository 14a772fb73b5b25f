from pathlib import Path

import pytest

from jaxvelocity.errors import RepositoryError
from jaxvelocity.releases.git import git


def test_a_failure_is_one_line_with_gits_own_error(repo: Path) -> None:
    # git update-ref's own words; the lock is what a killed git leaves behind, and git's advice takes four lines more.
    (repo / ".git" / "refs" / "heads" / "new.lock").touch()
    with pytest.raises(RepositoryError, match=r"update-ref failed in .*: fatal: .*File exists") as caught:
        git(repo, "update-ref", "refs/heads/new", "HEAD")
    assert "\n" not in str(caught.value)


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="fatal: not a git repository"):
        git(tmp_path, "rev-parse", "HEAD")


def test_git_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RepositoryError, match="git is not installed"):
        git(tmp_path, "--version")


def test_another_repositorys_environment_is_not_followed(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "elsewhere" / "index"))
    # The fixture staged one file beside the committed one.
    assert git(repo, "ls-files").split() == ["kept.txt", "staged.txt"]


def test_input_is_passed_on(repo: Path) -> None:
    # The blob "hello\n" as in every introduction to git.
    assert git(repo, "hash-object", "--stdin", stdin=b"hello\n").strip() == "ce013625030ba8dba906f756967f9e9ca394464a"
