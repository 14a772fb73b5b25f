"""A copy is seen as a copy and the same memory as the same memory, and what is handed over is checked."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import transfers
from benchmarks._result import WrongResultError


def prepared(cls, *params):
    benchmark = cls()
    benchmark._metric = "track_copies"
    benchmark.setup(*params)
    return benchmark


def counted(cls, *params):
    return prepared(cls, *params).track_copies(*params)


# Seen so in 0.12.0.1 on the CPU: a multiple of 64 bytes is what it takes, and jnp.asarray copies all the same.
# 0.4.31 copies none of these.
@pytest.mark.parametrize(
    ("by", "start", "copies"),
    [
        ("jnp.asarray", "0", 1),
        ("jnp.asarray", "16", 1),
        ("jax.device_put", "0", 0),
        ("jax.device_put", "16", 1),
        ("jnp.from_dlpack", "0", 0),
        ("jnp.from_dlpack", "16", 1),
    ],
)
def test_copies_from_numpy(by, start, copies):
    assert counted(transfers.FromNumPy, by, start) == copies


@pytest.mark.parametrize("by", ["numpy.asarray", "numpy.from_dlpack"])
def test_copies_to_numpy(by):
    assert counted(transfers.ToNumPy, by) == 0  # NumPy's view of JAX's memory


@pytest.mark.parametrize(
    ("cls", "params", "module", "name", "exchange", "copies"),
    [
        (transfers.ToNumPy, ["numpy.from_dlpack"], np, "from_dlpack", np.array, 1),
        (transfers.FromNumPy, ["jax.device_put", "0"], jax, "device_put", jnp.array, 1),
        (transfers.FromNumPy, ["jnp.asarray", "0"], jnp, "asarray", jax.device_put, 0),
    ],
)
def test_what_is_asked_for_is_what_is_counted(cls, params, module, name, exchange, copies, monkeypatch):
    benchmark = prepared(cls, *params)
    monkeypatch.setattr(module, name, exchange)
    assert benchmark.track_copies(*params) == copies


@pytest.mark.parametrize(
    ("cls", "params", "module", "name"),
    [
        (transfers.FromNumPy, ["jnp.asarray", "0"], jnp, "asarray"),
        (transfers.ToNumPy, ["numpy.from_dlpack"], np, "from_dlpack"),
    ],
)
def test_other_values_than_those_handed_over_are_refused(cls, params, module, name, monkeypatch):
    benchmark = prepared(cls, *params)
    exchange = getattr(module, name)
    monkeypatch.setattr(module, name, lambda array: exchange(array) * np.float32(2))
    with pytest.raises(WrongResultError):
        benchmark.track_copies(*params)


@pytest.mark.parametrize("cls", [transfers.FromNumPy, transfers.ToNumPy])
def test_a_device_with_memory_of_its_own_has_no_answer(cls, monkeypatch):
    params = next(itertools.product(*cls.params))
    benchmark = prepared(cls, *params)
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    assert np.isnan(benchmark.track_copies(*params))
    assert benchmark._no_answer == "gpu: the device's memory is not the host's"


@pytest.mark.parametrize("start", [0, 16])
def test_the_array_starts_where_it_is_wanted(start):
    array = np.arange(1000, dtype=np.float32)
    for copy in [transfers._starting_at(array, start) for _ in range(5)]:
        assert copy.ctypes.data % 64 == start
        np.testing.assert_array_equal(copy, array)
