"""What the tests of the benchmarks share."""

import pytest

from benchmarks._two_devices import _TwoDeviceBenchmark


@pytest.fixture(autouse=True)
def _one_device_will_do(monkeypatch):
    """Let the benchmarks of two devices pass with the one that this process has, so that their checks can be tried."""
    monkeypatch.setattr(_TwoDeviceBenchmark, "devices", 1)
