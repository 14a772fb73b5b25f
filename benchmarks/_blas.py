"""What NumPy multiplies matrices with: its BLAS, the kernels that it chose for this CPU, its threads."""

import contextlib
import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

_UNSET = "JAXVELOCITY_UNSET"
"""Set by whoever took variables out of the environment before NumPy was loaded: their names."""

_SYMBOLS = [(prefix, suffix) for prefix in ("scipy_", "") for suffix in ("64_", "")]
"""How OpenBLAS's functions are named in NumPy's wheels, and in builds of its own."""


def blas() -> dict[str, str]:
    """Describe NumPy's BLAS: `name`, `version`, `core` and `threads` as far as it says them, and what was `unset`."""
    built = np.show_config(mode="dicts").get("Build Dependencies", {}).get("blas", {})
    found = {key: str(built[key]) for key in ("name", "version") if built.get(key)}
    with contextlib.suppress(OSError):
        for library in _loaded():
            found |= _openblas(ctypes.CDLL(library))
    return found | {"unset": os.environ.get(_UNSET, "")}


def _loaded() -> Iterator[str]:
    """Give the files of the OpenBLAS that NumPy brought; SciPy brings one of its own."""
    paths = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "openblas" in line}
    yield from sorted(path for path in paths if "numpy" in path)


def _openblas(library: ctypes.CDLL) -> dict[str, str]:
    for prefix, suffix in _SYMBOLS:
        core = getattr(library, f"{prefix}openblas_get_corename{suffix}", None)
        threads = getattr(library, f"{prefix}openblas_get_num_threads{suffix}", None)
        if core is not None and threads is not None:
            core.restype = ctypes.c_char_p
            return {"core": core().decode(), "threads": str(threads())}
    return {}
