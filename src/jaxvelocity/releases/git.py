"""One git command at a time, as a list of words."""

import os
import subprocess
from pathlib import Path

from jaxvelocity.errors import RepositoryError

# A hook or `git rebase --exec` sets these for its own repository and index, and they would overrule ours.
# The GIT_CONFIG… ones stay: in containers safe.directory comes that way.
_OF_ANOTHER_CALL = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)

_SETTINGS = (
    # A hook of the user's own is told of every reference that moves, and may forbid it.
    f"core.hooksPath={os.devnull}",
    # Milliseconds to wait for another process's lock on a reference; git's own 100 are fewer than some forty
    # references take on a slow disk.
    "core.filesRefLockTimeout=1000",
)


def git(repo: Path, *arguments: str, stdin: bytes | None = None) -> str:
    """Run ``git arguments…`` in `repo` and return its standard output.

    Writes no configuration and runs no hook. Names that are not UTF-8 come back with surrogates, as file names
    do in Python.

    Raises:
        RepositoryError: git is missing or failed; the message holds git's own error, in one line.
    """
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_CALL}
    # The error is found by its English first word.
    environment["LC_ALL"] = "C"
    try:
        done = subprocess.run(
            ["git", "-C", os.fspath(repo), *settings, *arguments],
            input=b"" if stdin is None else stdin,
            capture_output=True,
            env=environment,
        )
    except FileNotFoundError:
        raise RepositoryError("git is not installed, or not on PATH; install it and run again") from None
    if done.returncode:
        problem = _last_error(done.stderr) or f"exit code {done.returncode}"
        raise RepositoryError(f"git {arguments[0]} failed in {repo}: {problem}; mend that, then run again")
    return done.stdout.decode(errors="surrogateescape")


def _last_error(stderr: bytes) -> str:
    """Return the last line that git calls an error, else the last line, else an empty text."""
    lines = [line.strip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    # Advice follows the error ("remove the file manually to continue"), and alone says nothing.
    named = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return (named or lines or [""])[-1]
