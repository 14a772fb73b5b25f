import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.halvings import last, stacked, written

TRACED = [
    (functools.partial(last, length=3), (_inputs.vector(1)[0],)),
    (functools.partial(stacked, length=3), (_inputs.vector(1)[0],)),
    (written, (_inputs.vector(8),)),
]


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_all_three_and_their_references_by_hand(transform, agree, dtype):
    # 6 → 4 → 3 → 2.5 → 2.25.
    start, steps = np.array(6, dtype), np.array([4, 3, 2.5, 2.25], dtype)
    values, whole = np.array([6, -1, -1, -1, -1], dtype), np.array([6, 4, 3, 2.5, 2.25], dtype)
    agree(transform(functools.partial(last, length=4))(jnp.asarray(start)), steps[-1])
    agree(transform(functools.partial(stacked, length=4))(jnp.asarray(start)), steps)
    agree(transform(written)(jnp.asarray(values)), whole)
    agree(jnp.asarray(_references.halvings.last(start, 4)), steps[-1])
    agree(jnp.asarray(_references.halvings.stacked(start, 4)), steps)
    agree(jnp.asarray(_references.halvings.written(values)), whole)


@pytest.mark.parametrize("length", [1, 3, 1000])
def test_all_three_agree_with_their_references_on_the_benchmarks_inputs(transform, agree, length):
    values = _inputs.vector(length)
    # A step rounds once, by half an eps of at most 2, and halves what was rounded before: 2 · half an eps · 2.
    tolerance = {"rtol": 2 * float(np.finfo(np.float32).eps)}
    for kernel, reference in ((last, _references.halvings.last), (stacked, _references.halvings.stacked)):
        got = transform(functools.partial(kernel, length=length))(jnp.asarray(values[0]))
        agree(got, reference(values[0], length), **tolerance)
    agree(transform(written)(jnp.asarray(values)), _references.halvings.written(values), **tolerance)


@pytest.mark.parametrize("shape", [(1,), (3,)])
def test_an_array_takes_its_steps_element_by_element(transform, agree, shape):
    start = _inputs.vector(*shape)
    got = transform(functools.partial(stacked, length=3))(jnp.asarray(start))
    assert got.shape == (3, *shape)
    expected = np.stack([start / 2 + 1, start / 4 + 1.5, start / 8 + 1.75])
    agree(got, expected, rtol=2 * float(np.finfo(np.float32).eps))
    agree(got, _references.halvings.stacked(start, 3), rtol=2 * float(np.finfo(np.float32).eps))


def test_no_steps(transform, agree):
    start = np.float32(6)
    agree(transform(functools.partial(last, length=0))(jnp.asarray(start)), start)
    agree(transform(functools.partial(stacked, length=0))(jnp.asarray(start)), np.zeros(0, np.float32))
    agree(transform(written)(jnp.asarray([start])), np.array([start]))


@pytest.mark.parametrize(("kernel", "steps"), [(last, 0), (stacked, 1)])
def test_what_the_scan_keeps_is_the_only_difference(kernel, steps):
    (scan,) = jax.make_jaxpr(functools.partial(kernel, length=7))(jnp.float32(6)).eqns
    assert scan.primitive.name == "scan"
    assert scan.params["length"] == 7
    assert [output.aval.shape for output in scan.outvars] == [(), *[(7,)] * steps]
