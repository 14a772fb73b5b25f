"""The project that the real runs of these tests are made in."""

import subprocess
from pathlib import Path

import pytest
from planted_project import NEWEST, PLANTED, commit, make_project, run_tool


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in a folder whose name has a space and a letter beyond ASCII, with the planted benchmarks."""
    folder = tmp_path_factory.mktemp("the project of Zoë")
    make_project(folder)
    (folder / "benchmarks" / "planted.py").write_text(PLANTED)
    commit(folder, "planted benchmarks")
    return folder


@pytest.fixture(scope="session")
def planted(project: Path) -> subprocess.CompletedProcess:
    """The planted benchmarks, measured once at the newest release."""
    return run_tool(project, "run", NEWEST, "--bench", "planted")
