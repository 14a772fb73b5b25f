import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.loops import while_gather

# (values, running maximum, steps), by hand.
CASES = [
    ([0, 1, 2, 3, 4], 4, 5),  # a ramp is walked to its end
    ([7], 7, 1),
    ([0], 0, 0),  # 0 < 0 is false
    ([-2, -1], 0, 0),
    ([3, 1, 0], 0, 0),
    ([1, 9, 4], 9, 2),  # ends beyond the last element
    ([5, 3, 4], 5, 1),
    ([2, 2], 2, 1),  # ends at the first that equals it
    ([-5, 0, 1], 1, 3),
]


@pytest.mark.parametrize(("values", "maximum", "steps"), CASES)
def test_while_gather_and_its_reference_by_hand(transform, agree, values, maximum, steps):
    values = np.array(values, np.int32)
    expected = (np.int32(maximum), np.int32(steps))
    agree(transform(while_gather)(jnp.asarray(values)), expected)
    agree(jax.tree.map(jnp.asarray, _references.loops.while_gather(values)), expected)


def test_while_gather_agrees_with_its_reference_on_the_benchmarks_input(transform, agree):
    values = _inputs.ramp(1000)
    agree(transform(while_gather)(jnp.asarray(values)), _references.loops.while_gather(values))


def test_the_references_closed_form_is_the_loop():
    for values in np.random.default_rng(0).integers(-3, 8, size=(200, 5), dtype=np.int32):
        maximum, steps = 0, 0
        while maximum < values[-1]:
            maximum, steps = max(maximum, int(values[steps])), steps + 1
        assert _references.loops.while_gather(values) == (maximum, steps)


def test_with_x64_the_steps_are_int64(transform, agree):
    with jax.enable_x64(True):
        result = transform(while_gather)(jnp.arange(3, dtype=jnp.int32))
    agree(result, (np.int32(2), np.int64(3)))
