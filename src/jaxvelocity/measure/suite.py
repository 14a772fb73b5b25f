"""The project as asv sees it: configuration, repository, the measured environment, the benchmarks in it."""

import contextlib
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asv
from asv import environment, repo, util
from asv.benchmarks import Benchmarks
from asv.config import Config
from asv.console import log

from jaxvelocity.errors import EnvironmentUnavailableError, RepositoryError, RequestError
from jaxvelocity.files import write_changed
from jaxvelocity.measure import variables
from jaxvelocity.measure.programs import use_own_programs
from jaxvelocity.releases.git import git

ASV_VERSION = "0.6.6"
"""asv has no public interface; this package calls into exactly this version's modules."""

_NO_NETWORK = (
    "client error (connect)",
    "connection refused",
    "connection reset",
    "dns error",
    "error sending request",
    "failed to fetch",
    "failed to establish a new connection",
    "max retries exceeded",
    "name resolution",
    "network is unreachable",
    "response body",
    "timed out",
)
"""What uv and pip say, in lower case, where it is the network and not the release that is at fault."""


@dataclass
class Suite:
    """An open project. env, benchmarks: asv's own objects."""

    root: Path
    conf: Any
    repo: Any
    env: Any

    @property
    def results(self) -> Path:
        """The folder of recorded results."""
        return self.root / str(self.conf.results_dir)


def open_suite(root: Path, say: Callable[[str], None]) -> Suite:
    """Open the project in `root`, the working directory, making the measured environment where there is none yet."""
    if asv.__version__ != ASV_VERSION:
        raise EnvironmentUnavailableError(
            f"asv {asv.__version__} is installed, {ASV_VERSION} is wanted: run `uv sync`, "
            f"or `pip install asv=={ASV_VERSION}`"
        )
    use_own_programs()
    variables.unset()
    (root / ".asv").mkdir(exist_ok=True)
    (root / ".asv" / "run.log").write_text("")  # one run's log: what was said before explains nothing now
    with quiet(root):
        conf = load_config(root)
        environments = list(environment.get_environments(conf, []))
        if not environments:
            raise EnvironmentUnavailableError(
                "no environment could be made: uv and Python 3.12 are wanted; run `uv python find 3.12`"
            )
        suite = Suite(root, conf, repo.get_repo(conf), environments[0])
        try:
            if not suite.env.check_presence():
                say("making the measured environment, once")
            suite.env.create()
        except (util.ProcessError, util.UserError, OSError) as error:
            raise EnvironmentUnavailableError(
                f"the measured environment could not be made: {cause(error)}; see .asv/run.log"
            ) from error
    return suite


def load_config(root: Path) -> Any:
    """Give asv's configuration, less the branches that this clone has not got: asv would stop at the first."""
    conf = Config.load()
    conf.branches = [name for name in conf.branches if _is_branch(root, name)] or ["HEAD"]
    return conf


def _is_branch(root: Path, name: str) -> bool:
    try:
        return bool(git(root, "rev-parse", "--verify", "--quiet", f"refs/heads/{name}"))
    except RepositoryError:
        return False


def discover(suite: Suite, commits: Sequence[str]) -> Any:
    """Give asv's Benchmarks, discovered in what is installed already, else in the first of `commits` that installs."""
    installed = suite.env.installed_commit_hash
    with quiet(suite.root):
        try:
            found = Benchmarks.discover(
                suite.conf, suite.repo, [suite.env], [installed] if installed else list(commits)
            )
            strangers = [name for name, entry in found.items() if "functions" not in entry]
            if strangers:
                raise RequestError(
                    f"{', '.join(strangers)}: no _JaxBenchmark, so nothing would be known of what it measured; "
                    "derive its class from benchmarks._harness._JaxBenchmark"
                )
            _save(suite, found)
        except (util.ProcessError, util.UserError) as error:
            why = _import_failure(suite.root) or cause(error)
            raise EnvironmentUnavailableError(
                f"the benchmarks could not be discovered: {why}; see .asv/run.log"
            ) from error
    return found


def _save(suite: Suite, benchmarks: Any) -> None:
    """Save benchmarks.json as asv does, but whole or not at all, and only where there is something new in it."""
    path = Path(benchmarks.get_benchmark_file_path(suite.results))
    scratch = suite.root / ".asv" / "scratch" / path.name
    util.write_json(str(scratch), benchmarks._all_benchmarks, benchmarks.api_version)
    write_changed(path, scratch.read_text())
    scratch.unlink()


def _import_failure(root: Path) -> str:
    """Find in asv's log which file of benchmarks/ failed last, and how; asv's own error does not say."""
    lines = (root / ".asv" / "run.log").read_text(errors="replace").splitlines()
    files = [line for line in lines if re.match(r'\s*File ".*[/\\]benchmarks[/\\][^/\\]*\.py", line \d+', line)]
    errors = [line for line in lines if re.match(r"\w*(Error|Exception|Exit|Interrupt)\b", line)]
    if not files or not errors:
        return ""
    found = re.search(r'benchmarks[/\\][^"]*", line \d+', files[-1])
    return f"{found[0].replace(chr(34), '')}: {errors[-1]}" if found else ""


def is_out_of_reach(text: str) -> bool:
    """Whether what a failed command said lays it on the network."""
    return any(mark in text.lower() for mark in _NO_NETWORK)


def cause(error: BaseException) -> str:
    """Boil what a failed command said down to one line: from its last `error:` on, else its last line."""
    text = f"{getattr(error, 'stdout', '') or ''}\n{getattr(error, 'stderr', '') or ''}".strip() or str(error)
    if is_out_of_reach(text):
        return "the package index could not be reached"
    _, named, words = text.rpartition("error: ")
    if named:
        return " ".join(words.split())[:300]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else type(error).__name__


@contextlib.contextmanager
def quiet(root: Path) -> Iterator[None]:
    """Send what asv says to `.asv/run.log` instead of the terminal, which is the tool's own."""
    folder = root / ".asv"
    folder.mkdir(exist_ok=True)
    handler = logging.FileHandler(folder / "run.log")
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger = log._logger
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        with (folder / "run.log").open("a") as stream, contextlib.redirect_stdout(stream):
            yield
    finally:
        logger.removeHandler(handler)
        handler.close()
