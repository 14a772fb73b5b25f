"""A script, run by asv with the measured environment's Python: put one commit's wheel and its pins in place.

`python install.py ENV_DIR WHEEL`. It stands alone, because it runs where this package is not installed.
"""

import ctypes
import importlib.metadata
import re
import signal
import subprocess
import sys
from pathlib import Path

_PROJECT = "jaxvelocity"

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(env_dir: str, wheel: str) -> int:
    """Install the wheel, and remove what an earlier commit's pins brought and this one's do not ask for.

    Returns uv's exit code and leaves its words on stderr.
    """
    own = Path(env_dir) / "own-packages.txt"
    if not own.exists():  # the first commit: all that is there is asv's
        own.write_text("\n".join(sorted(_installed() - {_PROJECT})))
    python = f"{env_dir}/bin/python"
    install = ["uv", "pip", "install", "--python", python, "--reinstall-package", _PROJECT, wheel]
    # The pins are exact, so what the cache holds is what the index would give, without asking it.
    if _run([*install, "--offline"], capture_output=True).returncode:
        code = _run(install).returncode
        if code:
            return code
    left = _installed() - set(own.read_text().split()) - _needed(_PROJECT)
    return _run(["uv", "pip", "uninstall", "--python", python, *sorted(left)]).returncode if left else 0


def _installed() -> set[str]:
    return {_normal(distribution.metadata["Name"]) for distribution in importlib.metadata.distributions()}


def _needed(name: str) -> set[str]:
    """Give a package and all that it depends on, whatever their markers say: one too many does no harm."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        one = ahead.pop()
        if one not in found and one in _installed():
            found.add(one)
            requirements = importlib.metadata.requires(one) or []
            ahead += [_normal(re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]) for line in requirements]
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _run(command: list[str], capture_output: bool = False) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, preexec_fn=_die_with_parent, capture_output=capture_output, text=True, check=False)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    _die_with_parent()
    sys.exit(main(sys.argv[1], sys.argv[2]))
