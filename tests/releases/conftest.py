"""A user whose configuration and hooks are in the way, and that user's repository."""

from pathlib import Path

import pytest
from made_releases import by_hand

_CONFIG = """\
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
[log]
	showSignature = true
"""


@pytest.fixture(autouse=True)
def _user(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    hook = home / "hooks" / "reference-transaction"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    config = home / "gitconfig"
    config.write_text(_CONFIG.format(hooks=hook.parent))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with a commit, a tag, an edit, a staged file and a stray one; spaces and umlauts in its path."""
    path = tmp_path / "ein Verzeichnis für Åsa"
    path.mkdir()
    by_hand(path, "init", "-q")
    (path / "kept.txt").write_text("one\n")
    by_hand(path, "add", "kept.txt")
    by_hand(path, "commit", "-qm", "One")
    by_hand(path, "tag", "v1")
    (path / "kept.txt").write_text("edited\n")
    (path / "staged.txt").write_text("staged\n")
    by_hand(path, "add", "staged.txt")
    (path / "stray.txt").write_text("stray\n")
    return path
