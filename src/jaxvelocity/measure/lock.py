"""One run at a time in a checkout: two asv processes in one results folder lose or mix up each other's points."""

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import filelock

from jaxvelocity.errors import BusyError


@contextlib.contextmanager
def held(folder: Path, *, wait: bool, say: Callable[[str], None], measuring: bool = True) -> Iterator[None]:
    """Hold the lock in `folder` while the block runs.

    The system releases it when its holder dies, however that was, so none is ever stale. Raises BusyError that names
    the holder; with `wait` it says so once and waits. measuring: it is said too where another checkout measures on this
    machine.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(folder / "run.lock")
    note = folder / "run.holder"
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        if not wait:
            raise BusyError(f"{_holder(note)} is measuring here; wait for it with --wait, or stop it") from None
        say(f"waiting for {_holder(note)}")
        lock.acquire()
    try:
        started = datetime.now(UTC).isoformat(timespec="seconds")
        note.write_text(json.dumps({"pid": os.getpid(), "started": started}))
        with _machine(folder, say) if measuring else contextlib.nullcontext():
            yield
    finally:
        note.unlink(missing_ok=True)
        lock.release()


@contextlib.contextmanager
def _machine(folder: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Tell where another checkout on this machine measures at the same time: each disturbs the other's clocks."""
    shared = Path(tempfile.gettempdir()) / f"jaxvelocity-{os.getuid()}"
    lock = filelock.FileLock(shared.with_suffix(".lock"))
    note = shared.with_suffix(".folder")
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        other = note.read_text() if note.exists() else "another folder"
        say(f"warning: a run in {other} measures on this machine too; both disturb each other")
        yield
        return
    except OSError:  # a shared folder that is not ours to write to
        yield
        return
    try:
        note.write_text(str(folder.resolve().parent))
        yield
    finally:
        lock.release()


def _holder(note: Path) -> str:
    for _ in range(5):  # the holder writes its note just after it has taken the lock
        with contextlib.suppress(OSError, ValueError, KeyError):
            held_by = json.loads(note.read_text())
            return f"process {held_by['pid']}, started {held_by['started']},"
        time.sleep(0.1)
    return "another process"
