"""Requests that can't be carried out: one line on stderr, exit code 4, nothing lost."""

import errno
import http.server
import os
import shutil
import subprocess
import threading
from pathlib import Path

import asv
import pytest
from planted_project import NEWEST, OLDER, git, make_project, run_tool

from jaxvelocity import cli, files
from jaxvelocity.errors import EnvironmentUnavailableError, RequestError
from jaxvelocity.measure import plan, suite

UNREACHABLE = {
    # Port 9 of this very machine, where nothing listens: refused at once.
    "UV_DEFAULT_INDEX": "http://127.0.0.1:9/simple",
    "UV_INDEX_URL": "http://127.0.0.1:9/simple",
    "UV_HTTP_RETRIES": "0",
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_RETRIES": "0",
    "PIP_CONFIG_FILE": os.devnull,
}


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Path:
    """A project in which nothing was run yet."""
    return make_project(tmp_path_factory.mktemp("bare") / "project")


def refused(done: subprocess.CompletedProcess, *words: str) -> None:
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert done.returncode == 4, done.stderr
    assert len(errors) == 1
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in errors[0]


def test_an_unknown_release(bare):
    refused(run_tool(bare, "run", "0.8.7"), "'0.8.7'", "0.8.", "sync", "git knows no such commit")


def test_a_name_that_looks_like_an_option_is_none(bare):
    refused(run_tool(bare, "run", "--", "--output=gone"), "--output=gone")


def test_an_unknown_option(bare):
    refused(run_tool(bare, "run", "--fast"), "--fast")


def test_no_git_repository(bare, tmp_path):
    shutil.copytree(bare, tmp_path / "copy", ignore=shutil.ignore_patterns(".git"))
    refused(run_tool(tmp_path / "copy", "run"), "in no git repository", "clone")


def test_no_project(tmp_path):
    refused(run_tool(tmp_path, "report"), "asv.conf.json", str(tmp_path))


def test_a_shallow_clone(bare, tmp_path):
    (bare / "second").write_text("")
    git(bare, "add", "second")
    git(bare, "commit", "-q", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{bare}", "shallow")
    refused(run_tool(tmp_path / "shallow", "run", "HEAD"), "shallow", "git fetch --unshallow")


def test_no_network_and_nothing_cached(bare, tmp_path):
    environment = {**os.environ, **UNREACHABLE, "UV_CACHE_DIR": str(tmp_path), "PIP_CACHE_DIR": str(tmp_path)}
    done = run_tool(bare, "run", "0.8.0", env=environment)
    refused(done, "the measured environment could not be made", "the package index could not be reached")


def test_a_release_out_of_reach_is_not_called_broken(project, planted, tmp_path):
    environment = {**os.environ, **UNREACHABLE, "UV_CACHE_DIR": str(tmp_path)}
    done = run_tool(project, "run", "0.6.0", "--bench", "planted.Fine", env=environment)
    refused(done, "could not be installed now: 0.6.0 (the package index could not be reached)")
    assert not [*(project / "results").glob(f"*/{git(project, 'rev-parse', 'jax-0.6.0')[:8]}-*")]


class Stuck(http.server.BaseHTTPRequestHandler):
    """An index that begins to answer, and then hangs, or breaks off."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(b"<html>")
        if self.server.hangs:
            self.server.over.wait(60)
        self.connection.close()

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("hangs", [True, False], ids=["hangs", "breaks off"])
def test_an_index_that_is_stuck_is_out_of_reach_too(project, planted, tmp_path, hangs):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stuck) as index:
        index.hangs, index.over = hangs, threading.Event()
        threading.Thread(target=index.serve_forever, daemon=True).start()
        environment = {
            **os.environ,
            **UNREACHABLE,
            "UV_DEFAULT_INDEX": f"http://127.0.0.1:{index.server_port}/simple",
            "UV_CACHE_DIR": str(tmp_path),
            "UV_HTTP_TIMEOUT": "1",
        }
        done = run_tool(project, "run", "0.6.0", "--bench", "planted.Fine", env=environment)
        index.over.set()
        index.shutdown()
    refused(done, "could not be installed now: 0.6.0 (the package index could not be reached)")
    assert not [*(project / "results").glob(f"*/{git(project, 'rev-parse', 'jax-0.6.0')[:8]}-*")]


def test_a_pattern_that_matches_nothing(project, planted):
    refused(run_tool(project, "run", NEWEST, "--bench", "no_such_thing"), "'no_such_thing'", "matches none of")


def test_a_pattern_that_is_none():
    with pytest.raises(RequestError, match=r"--bench '\(' is no regular expression"):
        plan.chosen({"a.B.time_steady": {}}, quick=False, pattern="(")


def test_a_machine_name_that_is_a_path(bare):
    refused(run_tool(bare, "run", "0.8.0", "--machine", "../elsewhere"), "'../elsewhere'")


def test_edits_that_are_not_committed_are_warned_of(project, planted):
    path = project / "src" / "jaxvelocity" / "__init__.py"
    text = path.read_text()
    path.write_text(text + "\n# an edit\n")
    try:
        done = run_tool(project, "run", "HEAD", "--bench", "planted.Fine")
    finally:
        path.write_text(text)
    assert "warning: 1 file in src/ or pyproject.toml has edits that are not committed" in done.stderr
    assert done.returncode == 0


def test_a_damaged_result_file_is_named_and_moved_aside_and_measured_anew(project, planted):
    run_tool(project, "run", OLDER, "--bench", "planted.Fine", "--machine", "damaged")
    stem = f"{git(project, 'rev-parse', f'jax-{OLDER}')[:8]}-*"
    for suffix in (".json", ".jsonl"):
        (path,) = (project / "results" / "damaged").glob(stem + suffix)
        cut = path.read_bytes()[:-40]
        path.write_bytes(cut)
        report = run_tool(project, "report")
        assert f"damaged/{path.name}" in report.stdout
        done = run_tool(project, "run", OLDER, "--bench", "planted.Fine", "--machine", "damaged")
        assert done.returncode == 0, done.stderr
        assert f"{path.name} can't be read" in done.stderr
        assert "4 benchmarks measured" in done.stderr
        (aside,) = path.parent.glob(f"{path.name}.unreadable-*")
        assert aside.read_bytes() == cut


def test_another_asv_is_refused(monkeypatch):
    monkeypatch.setattr(asv, "__version__", "0.5.0")
    with pytest.raises(
        EnvironmentUnavailableError, match=r"asv 0\.5\.0 is installed, 0\.6\.6 is wanted: run `uv sync`"
    ):
        suite.open_suite(Path(), print)


def test_a_full_disk_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "kept"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_whole(path, "new")
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
    assert path.read_text() == "old"


def test_a_full_disk_ends_with_one_line(capsys):
    with pytest.raises(SystemExit) as ended, cli._errors():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "results/x.json")
    assert ended.value.code == 4
    assert capsys.readouterr().err.startswith(
        "error: results/x.json could not be read or written: No space left on device"
    )
