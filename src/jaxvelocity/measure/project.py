"""The project's folder: where asv.conf.json lies, inside a git work tree."""

from pathlib import Path

from jaxvelocity.errors import RepositoryError
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
