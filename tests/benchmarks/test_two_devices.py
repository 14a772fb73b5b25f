"""Benchmarks of two devices lie on two: tried in a process of its own, as the backend fixes the number at its start."""

import os
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

from benchmarks import sharding
from benchmarks._two_devices import _TwoDeviceBenchmark

ROOT = Path(__file__).resolve().parent.parent.parent

CLASSES = [sharding.ShardedProduct, sharding.AllReduce, sharding.ShardMap, sharding.PmapDispatch]

# Of each: on how many devices its first argument lies, whether both have the same of it, and whether calls move
# anything between devices. Then the same of one that leaves its argument where `prepare` has put it, and of one whose
# kernel is wrong on the second device alone.
TRY = """
import itertools, sys
import jax, numpy as np
from benchmarks import sharding
from benchmarks._result import WrongResultError

def tried(cls):
    benchmark = cls()
    benchmark.setup(*next(itertools.product(*getattr(cls, "params", []))))
    first = benchmark._subject.placed[0]
    parts = [np.asarray(shard.data) for shard in first.addressable_shards]
    same = all(np.array_equal(parts[0], part) for part in parts[1:])
    try:
        with jax.transfer_guard_device_to_device("disallow"):
            benchmark._bound.burst(2)
        moved = False
    except Exception as error:
        assert "transfer" in str(error), error
        moved = True
    print(cls.__name__, len(first.sharding.device_set), same, moved)

for name in sys.argv[1:]:
    tried(getattr(sharding, name))

class Left(sharding.ShardMap):
    def place(self, arguments):
        return arguments

tried(Left)

right = sharding.kernels.shards.increment_parts
sharding.kernels.shards.increment_parts = lambda x, *, parts: right(x, parts=parts).at[1].add(1)  # the second device's
try:
    tried(sharding.ShardMap)
except WrongResultError:
    print("refused")
"""


@pytest.fixture(autouse=True)
def flags_left_as_they_are(monkeypatch):
    monkeypatch.setenv("XLA_FLAGS", os.environ.get("XLA_FLAGS", ""))


def test_each_device_has_its_part_before_the_clock_runs():
    names = [cls.__name__ for cls in CLASSES]
    done = subprocess.run([sys.executable, "-c", TRY, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    wanted = [*(f"{name} 2 False False" for name in names), "Left 1 True True", "refused"]
    assert done.stdout.splitlines() == wanted, done.stderr


@pytest.mark.parametrize("cls", CLASSES)
def test_with_too_few_devices_it_is_a_skip(cls, monkeypatch):
    monkeypatch.setattr(_TwoDeviceBenchmark, "devices", 2)
    monkeypatch.setattr(jax, "devices", lambda: jax.local_devices()[:1])
    with pytest.raises(NotImplementedError, match="2 devices are wanted, 1 found"):
        cls().setup(*(values[0] for values in getattr(cls, "params", [])))


def test_without_pmap_it_is_a_skip(monkeypatch):
    monkeypatch.delattr(jax, "pmap")
    with pytest.raises(NotImplementedError, match="this release has no jax.pmap"):
        sharding.PmapDispatch().setup()


def test_the_numbers_of_the_program_are_those_of_the_arguments_as_they_lie():
    benchmark = sharding.ShardMap()
    benchmark._metric = "track_hlo_instructions"
    benchmark.setup()
    (wanted,) = benchmark.place(benchmark._host)
    assert benchmark._first_compilation[1].input_shardings[0][0].is_equivalent_to(wanted.sharding, wanted.ndim)
    assert isinstance(wanted.sharding, jax.sharding.NamedSharding)
    np.testing.assert_array_equal(wanted, benchmark._host[0])
