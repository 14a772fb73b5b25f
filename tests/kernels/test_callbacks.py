import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.callbacks import on_host

TRACED = [(functools.partial(on_host, function=np.sin), (_inputs.vector(3),))]


@pytest.mark.parametrize("shape", [(0,), (1,), (1000,), (2, 3), ()])
def test_on_host_agrees_with_its_reference(transform, agree, shape):
    (x, _) = _inputs.factors(*shape)
    x = np.asarray(x, np.float32)
    sine = transform(functools.partial(on_host, function=np.sin))
    # NumPy's sine in float32 is good to 2 units in the last place, 2.4e-7.
    agree(sine(jnp.asarray(x)), _references.callbacks.on_host(x, function=np.sin), rtol=3e-7)


def test_on_host_and_its_reference_by_hand(transform, agree):
    x = np.array([1, 4, 9], np.float32)
    expected = np.array([1, 2, 3], np.float32)  # square roots
    agree(transform(functools.partial(on_host, function=np.sqrt))(jnp.asarray(x)), expected)
    agree(jnp.asarray(_references.callbacks.on_host(x, function=np.sqrt)), expected)


def test_the_function_runs_in_python_at_every_call():
    runs = []

    def negative(x):
        runs.append(np.asarray(x).dtype)
        return -np.asarray(x)

    jitted = jax.jit(functools.partial(on_host, function=negative))
    for number in (1.0, 2.0, 3.0):
        np.testing.assert_array_equal(jitted(jnp.full(2, number, jnp.float32)), [-number, -number])
    assert runs == 3 * [np.float32]


def test_in_float64_the_result_is_float64(transform, agree):
    x = _inputs.magnitudes(20)
    with jax.enable_x64(True):
        agree(transform(functools.partial(on_host, function=np.sin))(jnp.asarray(x)), np.sin(x))
