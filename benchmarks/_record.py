"""The side record: what asv does not keep of a benchmark process, left under `.asv/side/` for the tool to file."""

import contextlib
import importlib.metadata
import json
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jax
import numpy as np

from benchmarks._blas import blas
from benchmarks._process import Running

FORMAT = 3
"""1: the first. 2: `blas` of the device, `deviation`, `dtypes`. 3: `spent`."""

_PACKAGES = ("jax", "jaxlib", "ml_dtypes", "numpy", "opt_einsum", "scipy")

_STEERING = ("XLA_", "JAX_", "OMP_", "OPENBLAS_", "MKL_", "NPY_", "MALLOC_", "GLIBC_TUNABLES")
"""Environment variables that change what JAX, NumPy or their memory does start so."""


def _installed(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "none"


VERSIONS = {package: _installed(package) for package in _PACKAGES}
"""What is really installed, whatever was asked for. Read at import: under forkserver once for all children."""


def _cpu_model() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return "unknown"


def device() -> dict[str, object]:
    """The device that a plain call runs on, with all that is known to steer it. Starts the backend."""
    first = jax.devices()[0]
    return {
        "platform": first.platform,
        "kind": first.device_kind,
        "count": jax.device_count(),
        "cpu": _cpu_model(),
        "threads": len(os.sched_getaffinity(0)),
        "x64": bool(jax.config.jax_enable_x64),
        "flags": {name: value for name, value in sorted(os.environ.items()) if name.startswith(_STEERING)},
        "versions": VERSIONS,
        "blas": blas(),
    }


def dtypes(arrays: Any) -> str:
    """Name the dtypes of a tree of arrays: `float32`, `float32, int32`."""
    return ", ".join(sorted({str(np.asarray(leaf).dtype) for leaf in jax.tree.leaves(arrays)}))


class SideRecord:
    """One process's record. Outside asv it stays in memory: benchmarks can be tried by hand and in tests."""

    def __init__(self, running: Running | None, params: Sequence[str], fixed: Mapping[str, str]) -> None:
        self._running = running
        self.fields: dict[str, object] = {
            "format": FORMAT,
            "params": list(params),
            "started": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "outcome": "running",
            "pid": os.getpid(),
            **fixed,
        }
        if running is not None:
            self.fields |= {
                "benchmark": running.benchmark,
                "commit": running.commit,
                "env": running.env,
                "machine": running.machine,
                "visit": running.visit,
            }

    def write(self) -> None:
        """Whole or not at all: the process may be killed at any moment."""
        if self._running is not None:
            write_whole(self._running.side, self.fields)


def write_whole(path: Path, fields: Mapping[str, object]) -> None:
    """Write JSON to `path` through a neighbour and a rename."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_text(json.dumps(fields))
    fresh.replace(path)
