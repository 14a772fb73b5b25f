import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.hailstones import collatz_steps

TRACED = [(collatz_steps, (_inputs.ramp(4) + np.int32(1),))]

# Of 1, 2, …, from OEIS A006577; 27 takes 111 steps, 97 takes 118, 6171 takes 261, 77031 takes 350.
STEPS = [0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9, 9, 17, 17, 4, 12, 20, 20, 7]
LONG = {27: 111, 97: 118, 6171: 261, 77031: 350}


@pytest.mark.parametrize(
    ("starts", "steps"), [(range(1, 21), STEPS), (LONG.keys(), LONG.values()), ([1], [0]), ([], [])]
)
def test_collatz_steps_and_its_reference_by_a_published_list(transform, agree, starts, steps):
    starts, steps = np.array([*starts], np.int32), np.array([*steps], np.int32)
    agree(transform(collatz_steps)(jnp.asarray(starts)), steps)
    agree(jnp.asarray(_references.hailstones.collatz_steps(starts)), steps)


def test_collatz_steps_agrees_with_its_reference(transform, agree):
    starts = _inputs.ramp(3000)[::-7] + np.int32(1)
    agree(transform(collatz_steps)(jnp.asarray(starts)), _references.hailstones.collatz_steps(starts))


def peak(starts):
    """The largest number that any of the sequences reaches."""
    n, largest = np.array(starts, np.int64), 0
    while len(n):
        largest = max(largest, int(n.max()))
        n = np.where(n % 2 == 0, n // 2, 3 * n + 1)[n > 1]
    return largest


def test_the_largest_start_that_int32_holds(transform, agree):
    assert peak(range(1, 113383)) < 2**31 <= peak([113383])
    starts = np.array([113382, 113383], np.int64)
    expected = _references.hailstones.collatz_steps(starts)
    agree(transform(collatz_steps)(jnp.asarray(starts[:1], jnp.int32)), expected[:1].astype(np.int32))
    with jax.enable_x64(True):
        agree(transform(collatz_steps)(jnp.asarray(starts)), expected)
