"""Processes that this one starts end with it, even if it is killed outright."""

import contextlib
import ctypes
import os
import signal
import sys

import psutil

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h

_bound = False


def bind_children() -> None:
    """Have the system kill what asv starts from here on when this process dies.

    asv starts everything through a `preexec_fn`, and with one Python runs its fork hooks in the child.
    """
    global _bound
    if sys.platform == "linux" and not _bound:
        os.register_at_fork(after_in_child=die_with_parent)
        _bound = True


def die_with_parent() -> None:
    """Have the system kill this process when its parent dies; for `preexec_fn`."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_strays() -> None:
    """Become the parent of what benchmark processes leave behind, in whatever session they put it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_strays() -> None:
    """Kill whatever still runs below this process, which waits for nothing of its own now."""
    left = psutil.Process().children(recursive=True)
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=5)
