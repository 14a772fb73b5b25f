"""What NumPy multiplies with, as it says itself."""

import numpy as np

from benchmarks._blas import blas


def test_numpy_s_own_wheel_says_library_kernels_and_threads(monkeypatch):
    monkeypatch.setenv("JAXVELOCITY_UNSET", "OPENBLAS_CORETYPE")
    found = blas()
    built = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    assert (found["name"], found["version"]) == (built["name"], built["version"])
    assert found["core"]
    assert int(found["threads"]) >= 1
    assert found["unset"] == "OPENBLAS_CORETYPE"


def test_a_numpy_that_says_nothing_of_it_leaves_the_keys_out(monkeypatch):
    monkeypatch.setattr(np, "show_config", lambda mode: {})
    monkeypatch.setattr("benchmarks._blas._loaded", lambda: iter(()))
    monkeypatch.delenv("JAXVELOCITY_UNSET", raising=False)
    assert blas() == {"unset": ""}
