import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.normalisations import layer_norm, log_sum_exp_rows, softmax_rows

TRACED = [
    (softmax_rows, (_inputs.rows(2, 5),)),
    (layer_norm, (_inputs.rows(2, 5), *_inputs.factors(5))),
    (log_sum_exp_rows, (_inputs.rows(2, 5),)),
]

SHAPES = [(1, 1), (0, 3), (3, 7), (5, 1000)]


@pytest.mark.parametrize("shape", SHAPES)
def test_softmax_rows_agrees_with_its_reference(transform, agree, shape):
    rows = _inputs.rows(*shape)
    # x - max, of 8 at most, is rounded by 2.4e-7, which is the relative error of its exponential; the sum, of positive
    # numbers, has some more roundings.
    agree(transform(softmax_rows)(jnp.asarray(rows)), _references.normalisations.softmax_rows(rows), rtol=2e-6)


def test_softmax_rows_and_its_reference_by_hand(transform, agree):
    # Powers of two, 1 : 2 : 4 : 1 and their shares; equal ones, however large, share alike.
    rows = np.array([[0, np.log(2), np.log(4), 0], [1000, 1000, 1000, 1000]], np.float32)
    expected = np.array([[0.125, 0.25, 0.5, 0.125], [0.25, 0.25, 0.25, 0.25]], np.float32)
    agree(transform(softmax_rows)(jnp.asarray(rows)), expected, rtol=5e-7)
    agree(jnp.asarray(_references.normalisations.softmax_rows(rows)), expected, rtol=2e-7)


@pytest.mark.parametrize("shape", SHAPES)
def test_layer_norm_agrees_with_its_reference(transform, agree, shape):
    rows, (scale, offset) = _inputs.rows(*shape), _inputs.factors(shape[1])
    result = transform(layer_norm)(jnp.asarray(rows), jnp.asarray(scale), jnp.asarray(offset))
    # Numbers up to 4 · 3.5 with some roundings.
    agree(result, _references.normalisations.layer_norm(rows, scale, offset), rtol=5e-6, atol=5e-6)


def test_layer_norm_and_its_reference_by_hand(transform, agree):
    # Mean 2, variance 4: (0, 4) is ∓2 from it, ∓2 / √(4 + 5) with ε = 5. A constant row leaves the offset.
    rows, scale, offset = np.array([[0, 4], [7, 7]], np.float32), np.array([3, 6], np.float32), np.ones(2, np.float32)
    expected = np.array([[-1, 5], [1, 1]], np.float32)
    result = transform(lambda *arrays: layer_norm(*arrays, epsilon=5.0))(
        jnp.asarray(rows), jnp.asarray(scale), jnp.asarray(offset)
    )
    agree(result, expected, rtol=1e-6)
    agree(jnp.asarray(_references.normalisations.layer_norm(rows, scale, offset, epsilon=5.0)), expected)


def test_the_default_epsilon_is_a_hundred_thousandth(transform):
    # Variance 1e-5: ∓√1e-5 / √(1e-5 + 1e-5) = ∓√½.
    deviation = np.sqrt(1e-5)
    rows, one, zero = np.array([[-deviation, deviation]]), np.ones(2), np.zeros(2)
    expected = [[-np.sqrt(0.5), np.sqrt(0.5)]]
    result = transform(layer_norm)(*(jnp.asarray(array, jnp.float32) for array in (rows, one, zero)))
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    np.testing.assert_allclose(_references.normalisations.layer_norm(rows, one, zero), expected, rtol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_log_sum_exp_rows_agrees_with_its_reference(transform, agree, shape):
    rows = _inputs.rows(*shape)
    # The logarithm of a sum that has a relative error of some 1e-6 at most: that is its absolute error.
    agree(transform(log_sum_exp_rows)(jnp.asarray(rows)), _references.normalisations.log_sum_exp_rows(rows), atol=2e-6)


def test_log_sum_exp_rows_and_its_reference_by_hand(transform, agree):
    # log (1 + 2 + 1) = log 4; 1000 + log 3, where exp 1000 is no number of float32.
    rows = np.array([[0, np.log(2), 0], [1000, 1000, 1000]], np.float32)
    expected = np.array([np.log(4), 1000 + np.log(3)], np.float32)
    agree(transform(log_sum_exp_rows)(jnp.asarray(rows)), expected, rtol=2e-7)
    agree(jnp.asarray(_references.normalisations.log_sum_exp_rows(rows)), expected, rtol=1e-7)


def test_the_log_sum_exp_of_nothing_is_minus_infinity(transform, agree):
    agree(transform(log_sum_exp_rows)(jnp.ones((2, 0))), np.array([-np.inf, -np.inf], np.float32))


def test_in_float64_the_results_are_float64(transform, agree):
    rows, scale, offset = (array.astype(np.float64) for array in (_inputs.rows(3, 50), *_inputs.factors(50)))
    references = _references.normalisations
    with jax.enable_x64(True):
        placed = jnp.asarray(rows)
        normed = transform(layer_norm)(placed, jnp.asarray(scale), jnp.asarray(offset))
        agree(normed, references.layer_norm(rows, scale, offset), rtol=1e-13, atol=1e-13)
        agree(transform(softmax_rows)(placed), references.softmax_rows(rows), rtol=1e-13)
        agree(transform(log_sum_exp_rows)(placed), references.log_sum_exp_rows(rows), rtol=1e-13)


@pytest.mark.parametrize("kernel", [softmax_rows, log_sum_exp_rows])
def test_one_axis_is_refused(transform, kernel):
    with pytest.raises(ValueError, match="axis 1 is out of bounds"):
        transform(kernel)(jnp.ones(3))


def test_a_scale_of_another_length_and_one_axis_are_refused(transform):
    with pytest.raises(TypeError, match="got incompatible shapes"):
        transform(layer_norm)(jnp.ones((2, 3)), jnp.ones(4), jnp.ones(4))
    with pytest.raises(IndexError, match="out of range"):
        transform(layer_norm)(jnp.ones(3), jnp.ones(3), jnp.ones(3))
