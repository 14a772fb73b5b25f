import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.convolutional_networks import class_values

TRACED = [(class_values, _inputs.filters_output_images((1, 2), 3, 4, 2))]

FILTERS, OUTPUT, IMAGES = _inputs.filters_output_images((1, 1), 2, 2, 1)

BUILT = [
    (FILTERS[0][0][0, :, 0, 0], np.float32, [0.0230, 0.2105, 0.0149]),
    (FILTERS[0][1], np.float32, [-0.0513]),
    (OUTPUT, np.float32, [[0.8962, -1.1430]]),
    (IMAGES[0, :, :, 0], np.float32, [[0.4375, 0.7114], [1.2085, 0.3003]]),
]


# (channels, classes, side, images): none but the output, one pixel left, odd sides, the benchmark's.
@pytest.mark.parametrize("sizes", [((2,), 3, 3, 2), ((1, 1), 1, 2, 1), ((3, 2, 4), 5, 7, 3), ((1, 8, 16), 10, 28, 2)])
def test_class_values_agree_with_their_reference(transform, agree, sizes):
    network = _inputs.filters_output_images(*sizes)
    result = transform(class_values)(*jax.tree.map(jnp.asarray, network))
    # Sums of at most 784 products, of 1/28 of values of 1 or so: 784 roundings of half an eps of 1, as a random walk.
    agree(result, _references.convolutional_networks.class_values(*network), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("side", [2, 3])
def test_values_by_hand(transform, agree, side):
    # A filter that takes the pixel to the right, less 1, of an image with 1 2 / 5 4 at its corner and 7 elsewhere.
    # 2 and 4, less 1, at the left; at the right 0, less 1, or 7, less 1: a third column is seen, but makes no pixel.
    weights = np.zeros((3, 3, 1, 1), np.float32)
    weights[1, 2] = 1
    image = np.full((1, side, side, 1), 7, np.float32)
    image[0, :2, :2, 0] = [[1, 2], [5, 4]]
    network = ((weights, np.array([-1], np.float32)),), np.array([[1, -10]], np.float32), image
    largest = 3 if side == 2 else 6
    expected = np.array([[largest, -10 * largest]], np.float32)
    agree(transform(class_values)(*jax.tree.map(jnp.asarray, network)), expected)
    agree(jnp.asarray(_references.convolutional_networks.class_values(*network)), expected)


def test_what_is_below_0_is_cut_off(transform, agree):
    weights = -np.ones((1, 1, 1, 1), np.float32)
    network = ((weights, np.zeros(1, np.float32)),), np.ones((1, 1), np.float32), np.ones((1, 2, 2, 1), np.float32)
    agree(transform(class_values)(*jax.tree.map(jnp.asarray, network)), np.zeros((1, 1), np.float32))
    agree(jnp.asarray(_references.convolutional_networks.class_values(*network)), np.zeros((1, 1), np.float32))


def test_a_filter_of_even_side_looks_further_ahead_than_back(transform, agree):
    filters = ((np.arange(16, dtype=np.float32).reshape(4, 4, 1, 1), np.zeros(1, np.float32)),)
    network = filters, np.ones((1, 1), np.float32), np.array([[0, 0], [0, 1]], np.float32).reshape(1, 2, 2, 1)
    # At (s, t) the filter's (a, b) sees (s + a - 1, t + b - 1): the 1 at (1, 1) by (2, 2), from (0, 0), which holds 10.
    expected = np.array([[10]], np.float32)
    agree(transform(class_values)(*jax.tree.map(jnp.asarray, network)), expected)
    agree(jnp.asarray(_references.convolutional_networks.class_values(*network)), expected)


def test_in_float64_the_result_is_float64(transform, agree):
    network = jax.tree.map(np.float64, _inputs.filters_output_images((1, 2, 3), 4, 8, 2))
    with jax.enable_x64(True):
        result = transform(class_values)(*jax.tree.map(jnp.asarray, network))
        agree(result, _references.convolutional_networks.class_values(*network), rtol=1e-12, atol=1e-13)


def test_shapes_that_do_not_fit_are_refused():
    filters, output, images = jax.tree.map(jnp.asarray, _inputs.filters_output_images((2, 3), 4, 4, 1))
    with pytest.raises(TypeError, match="contracting dimensions"):
        jax.eval_shape(class_values, filters, output[1:], images)
    with pytest.raises(ValueError, match="feature"):
        jax.eval_shape(class_values, filters, output, images[..., :1])
