"""A script, run by asv with the measured environment's Python: put one commit's wheel and its pins in place.

`python install.py ENV_DIR WHEEL`. It stands alone, because it runs where this package is not installed.
"""

import ctypes
import signal
import subprocess
import sys

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(env_dir: str, wheel: str) -> int:
    """Install the wheel with uv; returns uv's exit code and leaves its words on stderr."""
    command = ["uv", "pip", "install", "--python", f"{env_dir}/bin/python", "--reinstall-package", "jaxvelocity", wheel]
    # The pins are exact, so what the cache holds is what the index would give, without asking it.
    offline = subprocess.run(
        [*command, "--offline"], preexec_fn=_die_with_parent, capture_output=True, text=True, check=False
    )
    if offline.returncode == 0:
        return 0
    return subprocess.run(command, preexec_fn=_die_with_parent, check=False).returncode


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    _die_with_parent()
    sys.exit(main(sys.argv[1], sys.argv[2]))
