"""Repositories of a user whose configuration and hooks are in the way, and catalogues made up for tests."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from jaxvelocity.releases.catalogue import Catalogue, Companions, Release

_HOSTILE_CONFIG = """\
[user]
	useConfigOnly = true
[commit]
	gpgsign = true
[tag]
	gpgSign = true
[init]
	defaultBranch = trunk
[core]
	autocrlf = true
	hooksPath = {hooks}
[i18n]
	commitEncoding = latin1
[fetch]
	fsckObjects = true
[log]
	showSignature = true
"""

_IDENTITY = ("-c", "user.name=Åsa", "-c", "user.email=asa@example.invalid", "-c", "commit.gpgsign=false")


def command(repo: Path, *words: str) -> str:
    """Run git by hand, as the repository's user, without the hooks."""
    done = subprocess.run(
        ["git", "-C", str(repo), "-c", "core.hooksPath=/dev/null", *_IDENTITY, *words],
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout


def release(version: str, date: str, companions: str = "first") -> Release:
    """Make up a release; `date` as in ``2024-06-18T14:47:10``, UTC."""
    moment = datetime.fromisoformat(date).replace(tzinfo=UTC)
    return Release(version, moment, version, ">=3.10", yanked=False, companions=companions)


FIRST = Companions("first", own_commit=False, pins={"numpy": "2.0.0", "scipy": "1.13.0"})


@pytest.fixture(autouse=True)
def _hostile_user(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    hooks = home / "hooks"
    hooks.mkdir()
    hook = hooks / "reference-transaction"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    config = home / "gitconfig"
    config.write_text(_HOSTILE_CONFIG.format(hooks=hooks))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    # As in a hook of another repository.
    monkeypatch.setenv("GIT_DIR", str(home / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(home / "elsewhere" / "index"))
    monkeypatch.setattr(subprocess, "Popen", _without_git_dir(subprocess.Popen))
