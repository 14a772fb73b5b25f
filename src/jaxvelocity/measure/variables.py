"""Environment variables that the measured processes must not inherit."""

import os

_STEERS_NUMPY = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""They make NumPy's OpenBLAS use kernels and block sizes of another CPU."""

_UNSET = "JAXVELOCITY_UNSET"
"""Tells the benchmark processes what was taken away, for the record."""


def unset() -> None:
    """Take them out of this process's environment, and so out of those of all that it starts."""
    found = [name for name in _STEERS_NUMPY if os.environ.pop(name, None) is not None]
    if found:
        os.environ[_UNSET] = ", ".join(filter(None, [os.environ.get(_UNSET), *found]))
