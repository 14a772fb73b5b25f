"""What is measured: asv benchmark classes, always from today's working tree.

On `main` the measured commit's own wheel is installed and comes first on the path. On `jax-releases` a commit is
nothing but pins, so the functions come from this tree's `src`, appended here.
"""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "src"))

if "ASV_CONF_DIR" in os.environ:  # only under asv: a test run that imports this must keep its own limits
    from benchmarks import _process

    _process.guard()
