import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.convolutions import convolve_channels, convolve_images, convolve_signals

TRACED = [
    (convolve_signals, _inputs.signals_and_filters((1, 5, 2), (3, 2, 2))),
    (convolve_images, _inputs.signals_and_filters((1, 4, 4, 2), (3, 3, 2, 2))),
    (convolve_channels, _inputs.signals_and_filters((1, 4, 4, 2), (3, 3, 1, 2))),
]

BUILT = [
    (_inputs.signals_and_filters((1, 3, 1), (2, 1, 1))[0], np.float32, [[[0.6750], [0.9577], [2.2732]]]),
    (_inputs.signals_and_filters((1, 3, 1), (2, 1, 1))[1], np.float32, [[[-0.9171]], [[-1.9037]]]),
]

SHAPES = [
    (convolve_signals, (1, 9, 1), (3, 1, 1)),
    (convolve_signals, (2, 7, 3), (4, 3, 5)),  # an even length has one zero more at the end
    (convolve_signals, (1, 2, 2), (5, 2, 1)),  # longer than the signal
    (convolve_signals, (1, 1, 1), (1, 1, 1)),
    (convolve_images, (2, 6, 5, 3), (3, 2, 3, 4)),
    (convolve_images, (1, 1, 4, 1), (3, 3, 1, 2)),
    (convolve_images, (1, 12, 12, 16), (3, 3, 16, 32)),
    (convolve_channels, (2, 6, 5, 3), (3, 2, 1, 3)),
    (convolve_channels, (1, 4, 4, 1), (3, 3, 1, 1)),
    (convolve_channels, (1, 12, 12, 32), (3, 3, 1, 32)),
]


@pytest.mark.parametrize(("kernel", "values", "weights"), SHAPES)
def test_each_agrees_with_its_reference(transform, agree, kernel, values, weights):
    signals, filters = _inputs.signals_and_filters(values, weights)
    expected = getattr(_references.convolutions, kernel.__name__)(signals, filters)
    magnitudes = getattr(_references.convolutions, kernel.__name__)(np.abs(signals), np.abs(filters))
    # A sum of as many products as a filter has places and inputs, each rounded once, and the sum as often.
    terms = np.prod(weights[:-1]) + 1
    atol = float(terms * np.finfo(np.float32).eps * np.max(magnitudes))
    agree(transform(kernel)(jnp.asarray(signals), jnp.asarray(filters)), expected, atol=atol)


CASES = [
    # 1, 2, 3 and the filter 10, 1, 100: each is 10 times the one before, itself, and 100 times the one after.
    (convolve_signals, [[[1], [2], [3]]], [[[10]], [[1]], [[100]]], [[[201], [312], [23]]]),
    # Of an even length it has none before: 10 times itself and the one after.
    (convolve_signals, [[[1], [2], [3]]], [[[10]], [[1]]], [[[12], [23], [30]]]),
    # Two channels into one: the first, and twice the second.
    (convolve_signals, [[[1, 2], [3, 4]]], [[[1], [2]]], [[[5], [11]]]),
    # The pixel above and, tenfold, the one to the left; without a filter's centre.
    (
        convolve_images,
        [[[[1], [2]], [[3], [4]]]],
        [[[[0]], [[1]], [[0]]], [[[10]], [[0]], [[0]]], [[[0]], [[0]], [[0]]]],
        [[[[0], [10]], [[1], [32]]]],
    ),
    # One channel doubled, the other one's right neighbour.
    (
        convolve_channels,
        [[[[1, 2], [3, 4]]]],
        [[[[0, 0]], [[2, 0]], [[0, 1]]]],
        [[[[2, 4], [6, 0]]]],
    ),
]


@pytest.mark.parametrize(("kernel", "values", "weights", "expected"), CASES)
def test_each_and_its_reference_by_hand(transform, agree, kernel, values, weights, expected):
    values, weights, expected = (np.array(array, np.float32) for array in (values, weights, expected))
    agree(transform(kernel)(jnp.asarray(values), jnp.asarray(weights)), expected)
    agree(jnp.asarray(getattr(_references.convolutions, kernel.__name__)(values, weights)), expected)


@pytest.mark.parametrize(("kernel", "arguments"), TRACED)
def test_in_float64_the_result_is_float64(transform, agree, kernel, arguments):
    signals, filters = (array.astype(np.float64) for array in arguments)
    with jax.enable_x64(True):
        result = transform(kernel)(jnp.asarray(signals), jnp.asarray(filters))
    agree(result, getattr(_references.convolutions, kernel.__name__)(signals, filters), atol=1e-14)


def test_channels_that_do_not_fit_are_refused(transform):
    with pytest.raises(ValueError, match="must equal the rhs input feature dimension"):
        transform(convolve_signals)(jnp.ones((1, 8, 3)), jnp.ones((3, 2, 4)))
    with pytest.raises(ValueError, match="must equal the rhs input feature dimension"):
        transform(convolve_images)(jnp.ones((1, 8, 8, 3)), jnp.ones((3, 3, 2, 4)))
    with pytest.raises(ValueError, match="must be a multiple of feature_group_count"):
        transform(convolve_channels)(jnp.ones((1, 8, 8, 3)), jnp.ones((3, 3, 1, 4)))


def test_filtered_signals_keep_their_variance():
    # Of 4096 sums times 32 filters, each filter's own variance off by √(2 / 144), their mean by that over √32.
    signals, filters = _inputs.signals_and_filters((1, 4096, 16), (9, 16, 32))
    assert np.var(_references.convolutions.convolve_signals(signals, filters)) == pytest.approx(1, abs=0.1)
