"""What the measured processes must not inherit is gone, and said."""

import os

from benchmarks._blas import blas
from jaxvelocity.measure import variables


def test_what_steers_numpy_is_taken_out_and_the_benchmark_processes_are_told(monkeypatch):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Prescott")
    monkeypatch.setenv("OPENBLAS_L2_SIZE", "512")
    monkeypatch.setenv("JAXVELOCITY_UNSET", "")
    variables.unset()
    assert "OPENBLAS_CORETYPE" not in os.environ
    assert "OPENBLAS_L2_SIZE" not in os.environ
    assert blas()["unset"] == "OPENBLAS_CORETYPE, OPENBLAS_L2_SIZE"


def test_a_second_time_does_not_forget_the_first(monkeypatch):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Prescott")
    monkeypatch.setenv("JAXVELOCITY_UNSET", "")
    variables.unset()
    variables.unset()
    assert blas()["unset"] == "OPENBLAS_CORETYPE"
