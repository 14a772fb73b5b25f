import os
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

from benchmarks import sharding

ROOT = Path(__file__).resolve().parent.parent.parent

COUNT = """
from benchmarks import sharding
benchmark = sharding.SameShapeOtherSharding()
benchmark.setup()
print(benchmark.track_traces(), benchmark.track_traces())
"""


@pytest.fixture(autouse=True)
def flags_left_as_they_are(monkeypatch):
    monkeypatch.setenv("XLA_FLAGS", os.environ.get("XLA_FLAGS", ""))


def test_a_mesh_is_a_trace_of_its_own():
    # In a process of its own, because the number of devices is fixed when the backend starts. Seen so in 0.12.0.1: one
    # trace without a mesh, one for both ways to lie on it. 0.4.31 has one for all.
    done = subprocess.run([sys.executable, "-c", COUNT], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "2"]


def test_every_sharding_is_called_and_checked(monkeypatch):
    benchmark = sharding.SameShapeOtherSharding()
    benchmark.setup()
    mesh, meshes = jax.sharding.Mesh, []

    def of_one(devices, names):  # because this process may have no other
        meshes.append(devices.shape)
        return mesh(devices[:1], names)

    monkeypatch.setattr(jax, "devices", lambda: 3 * jax.local_devices()[:1])
    monkeypatch.setattr(jax.sharding, "Mesh", of_one)
    checked = []
    monkeypatch.setattr(benchmark, "_check", checked.append)
    benchmark.track_traces()
    assert meshes == [(2,)]
    assert len(checked) == 3  # on one device, split, copied
    for result in checked:
        np.testing.assert_allclose(result, benchmark._host[0] + 1, rtol=1e-6)


def test_one_device_is_too_few(monkeypatch):
    benchmark = sharding.SameShapeOtherSharding()
    benchmark.setup()
    monkeypatch.setattr(jax, "devices", lambda: jax.local_devices()[:1])
    assert np.isnan(benchmark.track_traces())
    assert benchmark._no_answer == "2 devices are wanted, 1 found"
