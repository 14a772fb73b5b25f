import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.donation import exponential_times_sum

TRACED = [(exponential_times_sum, (_inputs.vector(8),))]


@pytest.mark.parametrize("size", [1, 7, 8, 9, 1000])
def test_exponential_times_sum_agrees_with_its_reference(transform, agree, size):
    x = _inputs.vector(size)
    # Two exponentials of 2 eps each, eight additions and a product of half an eps each: 8.5 eps.
    rtol = 10 * float(np.finfo(np.float32).eps)
    agree(transform(exponential_times_sum)(jnp.asarray(x)), _references.donation.exponential_times_sum(x), rtol=rtol)


# (values whose exponentials are taken, their products with the sum), by hand.
CASES = [
    ([3], [3 * 24]),  # of a single element eight times
    ([1, 2, 1, 1, 1, 1, 1, 1, 5], [9, 18, 9, 9, 9, 9, 9, 9, 45]),  # all but the ninth
    ([1, 0.5] * 8, [8, 4] * 8),  # every other one
]


@pytest.mark.parametrize(("exponentials", "expected"), CASES)
def test_values_by_hand(transform, agree, exponentials, expected):
    x = np.log(np.array(exponentials, np.float32))
    expected = np.array(expected, np.float32)
    agree(transform(exponential_times_sum)(jnp.asarray(x)), expected, rtol=1e-6)
    agree(jnp.asarray(_references.donation.exponential_times_sum(x)), expected, rtol=1e-6)


def test_a_donated_vector_leaves_room_for_no_other():
    x = jnp.asarray(_inputs.vector(10_000))
    compiled = jax.jit(exponential_times_sum, donate_argnums=0).lower(x).compile()
    assert compiled.memory_analysis().temp_size_in_bytes < x.nbytes
    compiled(x)
    assert x.is_deleted()


def test_an_empty_vector_is_refused(transform):
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 0"):
        transform(exponential_times_sum)(jnp.zeros(0))
