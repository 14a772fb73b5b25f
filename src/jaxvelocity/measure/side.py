"""One live side of a duet, driven over pipes: it plays when it is asked, and waits else."""

import contextlib
import json
import os
import random
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from jaxvelocity.errors import EnvironmentUnavailableError
from jaxvelocity.measure.children import die_with_parent
from jaxvelocity.measure.filing import ended_by, scrubbed

_ANSWER_SECONDS = 45.0
"""A side has a limit of its own of 20 s, which the interpreter's lock can't hold up; this one is behind it."""

_START_SECONDS = 120.0
"""For importing JAX and the suite; the first time from a cold disk."""

_MOST_PADDING = 4096
"""Bytes: as long a variable at most is put into a side's environment. Where the stack begins hangs on it, and where two
sides always differed by the same they would differ in speed by the same."""

Outcome = Literal["exception", "crash", "hang", "wrong", "skipped"]


@dataclass(frozen=True)
class Failure:
    """How a side's benchmark failed; error: the size of a wrong result's."""

    outcome: Outcome
    reason: str
    error: float | None = None


class FailedError(Exception):
    """The benchmark of a side failed."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


class Side:
    """A server of one release's side, and the benchmark that it has begun."""

    def __init__(self, python: Path, root: Path, log: Path) -> None:
        self._log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        padding = "x" * random.randrange(_MOST_PADDING)  # noqa: S311  # not for secrets
        with log.open("wb") as stream:
            self._process = subprocess.Popen(
                [python, "-m", "benchmarks._duet"],
                cwd=root,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stream,
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "JAXVELOCITY_PADDING": padding},
                preexec_fn=die_with_parent,
                start_new_session=True,
            )
        self._pending = b""
        self._begun_at = 0
        self._busy = False
        self._ending = False

    def wait_ready(self) -> Mapping[str, str]:
        """Wait until the suite is imported; give the versions that are installed. Raises FailedError."""
        versions: Mapping[str, str] = self._answer(_START_SECONDS)["ready"]
        return versions

    def listed(self) -> dict[str, Any]:
        """Give what the suite holds, and what could not be imported. Raises EnvironmentUnavailableError."""
        try:
            return self.ask({"do": "list"})
        except FailedError as error:
            raise EnvironmentUnavailableError(
                f"the benchmarks can't be listed: {error.failure.reason}; see .asv/duets/"
            ) from None

    def send(self, request: Mapping[str, Any]) -> None:
        """Send a request whose answer is fetched by `receive`. Raises FailedError where the side is gone."""
        if request["do"] == "begin":
            self._begun_at = self._log.stat().st_size
            self._busy = True
        self._ending = request["do"] == "end"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise FailedError(self._gone()) from None

    def receive(self) -> dict[str, Any]:
        """Give the answer to what was sent. Raises FailedError where the benchmark failed, and its process is over."""
        answer = self._answer(_ANSWER_SECONDS)
        if "failed" in answer:
            self._answer(_ANSWER_SECONDS)  # that its process has ended
            self._busy = False
            said = answer["failed"]
            raise FailedError(Failure(said["outcome"], scrubbed(said["reason"]) or "", said["error"]))
        if "ended" in answer:
            self._busy = False
            if answer["ended"] or not self._ending:
                # Whether its process or the server would have got the last request nobody knows: pipes out of step.
                self.close()
                raise FailedError(self._killed(answer["ended"]))
        return answer

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request and give its answer."""
        self.send(request)
        return self.receive()

    def end(self) -> None:
        """End the benchmark in hand, where there is one."""
        if self._busy:
            with contextlib.suppress(FailedError):
                self.ask({"do": "end"})
            self._busy = False

    def close(self) -> None:
        """Stop the server and whatever it has started."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    @property
    def alive(self) -> bool:
        """Whether the server still runs."""
        return self._process.poll() is None

    def _answer(self, seconds: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        until = time.monotonic() + seconds
        while b"\n" not in self._pending:
            left = until - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                self.close()
                raise FailedError(Failure("hang", f"no answer within {seconds:.0f} s"))
            read = os.read(pipe, 65536)
            if not read:
                raise FailedError(self._gone())
            self._pending += read
        line, _, self._pending = self._pending.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _gone(self) -> Failure:
        self.close()
        self._busy = False
        lines = self._said().strip().splitlines()
        return Failure("crash", scrubbed(lines[-1][:300]) or "" if lines else "its process ended without a word")

    def _killed(self, status: int) -> Failure:
        said = self._said()
        if "Timeout (" in said:
            return Failure("hang", f"no end within {said.partition('Timeout (')[2].partition(')')[0]}")
        fatal = next((line for line in said.splitlines() if line.startswith("Fatal")), None)
        if fatal:
            return Failure("crash", fatal[:300])
        return Failure("crash", ended_by(status))

    def _said(self) -> str:
        with self._log.open("rb") as stream:
            stream.seek(max(self._begun_at, self._log.stat().st_size - 65536))
            return stream.read().decode(errors="replace")
