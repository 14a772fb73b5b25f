"""asv's own pages, from asv's own command."""

import subprocess
import sys
from pathlib import Path

from jaxvelocity.measure.suite import cause


def publish_asv(root: Path) -> str:
    """Write asv's site into html/asv; return what went wrong in one line, or nothing.

    Its pages are one click away from ours and no more, so ours are written whatever becomes of them.
    """
    if not (root / "results" / "benchmarks.json").exists():
        return ""
    try:
        subprocess.run(
            [sys.executable, "-m", "asv", "publish", "--no-pull"], cwd=root, check=True, capture_output=True, text=True
        )
    except subprocess.CalledProcessError as error:
        return f"asv's own pages could not be written: {cause(error)}; run `asv publish` to see all it says"
    return ""
