"""Stock asv by hand, with an empty home and no terminal, on the same files."""

import json
import os
import subprocess

import pytest
from planted_project import BIN, NEWEST, OLDER, git, make_project, run_tool

from jaxvelocity.history import records
from jaxvelocity.measure.machine import default_name


@pytest.fixture(scope="module")
def asv(project, planted, tmp_path_factory):
    """Give a function that runs asv in the project, whose environment `planted` has made."""
    home = tmp_path_factory.mktemp("home")

    def run(*words):
        environment = {**os.environ, "HOME": str(home)}
        done = subprocess.run(
            [BIN / "asv", *words],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run.home = home
    return run


def test_run_publish_compare_find_their_way(project, asv):
    asv("run", "HEAD^!", "--bench", "planted.Fine")
    asv("run", f"jax-{OLDER}^!", "--bench", "planted.Fine")
    assert not (asv.home / ".asv-machine.json").exists()
    report = run_tool(project, "report", "--json")
    assert json.loads(report.stdout)["range"] == [OLDER, NEWEST]
    for name in ("HEAD", f"jax-{OLDER}"):
        (path,) = (project / "results" / default_name()).glob(f"{git(project, 'rev-parse', name)[:8]}-*.jsonl")
        fine = [one for one in records.read(path).records if one.benchmark == "planted.Fine.time_steady"]
        assert [(one.outcome, len(one.rounds)) for one in fine] == [("ok", 2), ("ok", 2)]
    compared = asv("compare", "--machine", default_name(), f"jax-{OLDER}", f"jax-{NEWEST}")
    assert "planted.Fine.time_steady" in compared
    asv("publish")
    assert (project / "html" / "asv" / "index.html").exists()


def test_a_clone_without_the_branch_gets_it_from_stock_asv_too(tmp_path):
    project = make_project(tmp_path / "clone")
    assert git(project, "branch", "--format=%(refname:short)") == "main"
    (project / "results").mkdir()
    (project / "results" / "benchmarks.json").write_text('{"version": 2}')
    before = (git(project, "status", "--porcelain"), (project / ".git" / "config").read_text())
    subprocess.run([BIN / "asv", "publish"], cwd=project, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    assert "jax-releases" in git(project, "branch", "--format=%(refname:short)")
    assert git(project, "tag", "--list", "jax-0.8.0") == "jax-0.8.0"
    assert (git(project, "status", "--porcelain"), (project / ".git" / "config").read_text()) == before
