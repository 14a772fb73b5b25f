import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.perceptrons import class_probabilities


def rounding(hidden: np.ndarray, output: np.ndarray, batch: np.ndarray) -> float:
    """Bound of a float32 probability's relative rounding.

    tanh is off by its argument's d roundings of |X| |H| and some of its own; a value of the output by what tanh is off
    and by h roundings, both of |O|. The exponential and the sum are each off by that, by a rounding of the values'
    difference, and by some and by c of their own.
    """
    eps = float(np.finfo(np.float32).eps)
    activation = len(hidden) * eps * np.max(np.abs(batch) @ np.abs(hidden)) + 4 * eps
    largest = np.max(np.sum(np.abs(output), axis=0))
    value = (activation + len(output) * eps) * largest
    return float(2 * value + (2 * largest + output.shape[1] + 4) * eps)


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (3, 5, 2, 4), (64, 128, 10, 32)])
def test_class_probabilities_agree_with_their_reference(transform, agree, sizes):
    arguments = _inputs.layers_and_batch(*sizes)
    result = transform(class_probabilities)(*map(jnp.asarray, arguments))
    agree(result, _references.perceptrons.class_probabilities(*arguments), rtol=rounding(*arguments))
    np.testing.assert_allclose(np.sum(result, axis=-1), 1.0, rtol=1e-6)


# By hand, for a batch of (0) and (100): tanh is 0, then 1 in float16. Values of 0 leave the classes equal; log 1 and
# log 3 make 1/4 and 3/4; 30000 more for one leaves it alone, though exp(30000) overflows.
@pytest.mark.parametrize(
    ("output", "expected"),
    [([0.0, 1.0986122886681098], [[0.5, 0.5], [0.25, 0.75]]), ([0.0, 30000.0], [[0.5, 0.5], [0.0, 1.0]])],
)
def test_values_and_reference_by_hand(transform, agree, output, expected):
    arguments = np.ones((1, 1), np.float16), np.array([output], np.float16), np.array([[0], [100]], np.float16)
    expected = np.array(expected, np.float16)
    # The rounding of log 3 to float16, 2⁻¹¹ · 1.1, times the derivative 3/16, and some of the result's.
    agree(transform(class_probabilities)(*map(jnp.asarray, arguments)), expected, atol=2e-3)
    agree(jnp.asarray(_references.perceptrons.class_probabilities(*arguments)), expected, atol=5e-4)


def test_lengths_that_differ_are_refused(transform):
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(class_probabilities)(jnp.ones((2, 3)), jnp.ones((3, 4)), jnp.ones((5, 3)))
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(class_probabilities)(jnp.ones((2, 3)), jnp.ones((4, 3)), jnp.ones((5, 2)))
