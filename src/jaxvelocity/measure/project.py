"""The project's folder: where asv.conf.json lies, inside a git work tree."""

import re
import tomllib
from pathlib import Path

from jaxvelocity.errors import RepositoryError, RequestError
from jaxvelocity.releases.git import git


def find_root(start: Path) -> Path:
    """Find the folder with asv.conf.json at or above `start`; raises RepositoryError."""
    for folder in (start, *start.parents):
        if (folder / "asv.conf.json").is_file():
            try:
                git(folder, "rev-parse", "--show-toplevel")
            except RepositoryError as error:
                if "not a git repository" not in str(error):
                    raise
                raise RepositoryError(
                    f"{folder} is in no git repository, whose commits are what is measured: clone the project with git"
                ) from None
            return folder
    raise RepositoryError(f"no asv.conf.json in {start} or above it: change to the project's folder")


def pin(root: Path) -> str:
    """Give the JAX release that the project's pyproject.toml pins. Raises RequestError where it pins none."""
    path = root / "pyproject.toml"
    try:
        asked = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {}).get("dependencies", [])
    except (OSError, ValueError) as error:
        raise RequestError(f"pyproject.toml can't be read ({error}): name both releases") from None
    pins = [found[1] for line in asked if (found := re.fullmatch(r"\s*jax\s*==\s*([^\s;,]+)\s*", line))]
    if len(pins) != 1:
        raise RequestError("pyproject.toml pins no jax==…: name both releases, as in `jaxvelocity upgrade 0.8.0 0.9.0`")
    return pins[0]
