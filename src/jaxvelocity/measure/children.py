"""Processes that this one starts end with it, even if it is killed outright."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # linux/prctl.h

_bound = False


def bind_children() -> None:
    """Have the system kill what asv starts from here on when this process dies.

    asv starts everything through a `preexec_fn`, and with one Python runs its fork hooks in the child.
    """
    global _bound
    if sys.platform == "linux" and not _bound:
        os.register_at_fork(after_in_child=lambda: ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL))
        _bound = True
