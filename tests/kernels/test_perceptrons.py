import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.perceptrons import class_probabilities, cross_entropy, cross_entropy_gradient

TRACED = [(kernel, _inputs.layers_rows_labels((3, 2, 4), 2)) for kernel in (cross_entropy, cross_entropy_gradient)]

LAYERS, ROWS, LABELS = _inputs.layers_rows_labels((2, 1, 3), 2)

BUILT = [
    (LAYERS[0][0], np.float32, [[0.6939], [0.4548]]),
    (LAYERS[0][1], np.float32, [-0.0003]),
    (LAYERS[1][0], np.float32, [[0.0156, -1.3929, -0.0665]]),
    (ROWS, np.float32, [[0.7012, 1.1152], [-0.4980, 0.0050]]),
    (LABELS, np.int32, [1, 2]),
]

NETWORKS = [((1, 1), 1), ((3, 2), 5), ((3, 5, 2, 4), 1), ((64, 256, 256, 10), 8)]  # (widths, rows of the batch)


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


@pytest.mark.parametrize(("widths", "batch"), NETWORKS)
def test_cross_entropy_and_its_gradient_agree_with_their_references(agree, widths, batch):
    network = _inputs.layers_rows_labels(widths, batch)
    placed = jax.tree.map(jnp.asarray, network)
    # A value is a sum of at most 256 products of values of 1 or so, whose roundings, half an eps each, add up as a
    # random walk of 16 steps does at the most: 1e-6, and again in each of three layers, forward and backward.
    agree(jax.jit(cross_entropy)(*placed), _references.perceptrons.cross_entropy(*network), rtol=1e-5, atol=1e-6)
    expected = _references.perceptrons.cross_entropy_gradient(*network)
    agree(jax.jit(cross_entropy_gradient)(*placed), expected, rtol=1e-5, atol=1e-5)


def test_cross_entropy_and_its_gradient_by_hand(transform, agree):
    # tanh 0 is 0, so that the values are the offsets, 0 and log 3: probabilities of 1/4 and 3/4, -log(1/4) = log 4.
    # ∂z = (1/4 - 1, 3/4) at the first class; the hidden value is 0, and so is ∂W of the output; ∂c is ∂z. Behind it
    # ∂x = (2, 4) ∂z = 3/2, times 1 - 0²; the row is 5.
    layers = (
        (np.zeros((1, 1), np.float32), np.zeros(1, np.float32)),
        (np.array([[2, 4]], np.float32), np.array([0, np.log(3)], np.float32)),
    )
    network = layers, np.array([[5]], np.float32), np.array([0], np.int32)
    placed = jax.tree.map(jnp.asarray, network)
    error = np.array(np.log(4), np.float32)
    agree(transform(cross_entropy)(*placed), error, rtol=1e-6)
    agree(jnp.asarray(_references.perceptrons.cross_entropy(*network)), error, rtol=1e-6)
    gradient = (
        (np.array([[7.5]], np.float32), np.array([1.5], np.float32)),
        (np.zeros((1, 2), np.float32), np.array([-0.75, 0.75], np.float32)),
    )
    agree(transform(cross_entropy_gradient)(*placed), gradient, rtol=1e-6)
    given = _references.perceptrons.cross_entropy_gradient(*network)
    agree(jax.tree.map(jnp.asarray, given), gradient, rtol=1e-6)


def test_gradient_agrees_with_central_differences(central_differences):
    layers, rows, labels = _inputs.layers_rows_labels((3, 4, 2), 5)
    layers, rows = jax.tree.map(np.float64, (layers, rows))
    jitted = jax.jit(cross_entropy)
    with jax.enable_x64(True):
        gradient = jax.jit(cross_entropy_gradient)(layers, rows, labels)
        for layer in range(2):
            for part in range(2):

                def error(array, layer=layer, part=part):
                    changed = [list(one) for one in layers]
                    changed[layer][part] = array
                    return jitted(changed, rows, labels)

                # The third derivative, of 1 or so, times h² / 6 = 2e-9; rounding, 1e-16 / 1e-4, is less.
                expected = central_differences(error, layers[layer][part], step=1e-4)
                np.testing.assert_allclose(gradient[layer][part], expected, atol=1e-8)
                assert gradient[layer][part].dtype == np.float64


@pytest.mark.parametrize("kernel", [cross_entropy, cross_entropy_gradient])
def test_widths_and_batches_that_differ_are_refused(kernel):
    layers, rows, labels = jax.tree.map(jnp.asarray, _inputs.layers_rows_labels((3, 4, 2), 5))
    with pytest.raises(TypeError, match="contracting dimensions"):
        jax.eval_shape(kernel, layers, rows[:, :2], labels)
    with pytest.raises((TypeError, ValueError), match="shape|dimension"):
        jax.eval_shape(kernel, layers, rows, labels[:3])
