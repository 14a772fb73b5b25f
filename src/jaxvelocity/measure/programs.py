"""The programs that asv starts by name."""

import os
import sys
from pathlib import Path


def use_own_programs() -> None:
    """Put this environment's programs first on PATH: asv looks uv up there, and a shim of that name may not work."""
    own = str(Path(sys.executable).parent)
    path = os.environ.get("PATH", "")
    if path.split(os.pathsep)[0] != own:
        os.environ["PATH"] = os.pathsep.join([own, path])
