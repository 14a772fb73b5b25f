import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.recurrences import linear_recurrence

TRACED = [(linear_recurrence, _inputs.decays_and_terms(5, 2))]

BUILT = [
    (_inputs.decays_and_terms(2, 2)[0], np.float32, [[0.9616, 0.9574], [0.952, 0.9006]]),
    (_inputs.decays_and_terms(2, 2)[1], np.float32, [[0.2784, 0.6855], [0.2209, -0.6139]]),
]


@pytest.mark.parametrize(("steps", "channels"), [(1, 1), (2, 3), (7, 2), (37, 5), (4, 0)])
def test_linear_recurrence_agrees_with_its_reference(transform, agree, steps, channels):
    decays, terms = _inputs.decays_and_terms(steps, channels)
    expected = _references.recurrences.linear_recurrence(decays, terms)
    # Two roundings at each of log₂ n levels, twice over, of a sum that is at most that of the absolute values.
    largest = float(np.max(_references.recurrences.linear_recurrence(decays, np.abs(terms)), initial=0.0))
    atol = 4 * max(1, np.log2(steps)) * float(np.finfo(np.float32).eps) * largest
    agree(transform(linear_recurrence)(jnp.asarray(decays), jnp.asarray(terms)), expected, atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_linear_recurrence_and_its_reference_by_hand(transform, agree, dtype):
    # 1; 2 · 1 + 1; -1 · 3 + 5; 0 · 2 + 7; 0.5 · 7 + 0.5. The first decay is not used.
    decays, terms = np.array([9, 2, -1, 0, 0.5], dtype), np.array([1, 1, 5, 7, 0.5], dtype)
    expected = np.array([1, 3, 2, 7, 4], dtype)
    agree(transform(linear_recurrence)(jnp.asarray(decays), jnp.asarray(terms)), expected)
    agree(jnp.asarray(_references.recurrences.linear_recurrence(decays, terms)), expected)


def test_decays_of_1_give_partial_sums(transform, agree):
    terms = _inputs.signs(50)
    expected = np.cumsum(terms)  # whole and small, so exact
    agree(transform(linear_recurrence)(jnp.ones(50, jnp.float32), jnp.asarray(terms)), expected)


def test_in_float64_the_result_is_float64(transform, agree):
    decays, terms = (array.astype(np.float64) for array in _inputs.decays_and_terms(9, 2))
    expected = _references.recurrences.linear_recurrence(decays, terms)
    with jax.enable_x64(True):
        agree(transform(linear_recurrence)(jnp.asarray(decays), jnp.asarray(terms)), expected, atol=1e-13)


def test_shapes_that_do_not_fit_are_refused(transform):
    with pytest.raises(ValueError, match="must have the same"):
        transform(linear_recurrence)(jnp.ones(3), jnp.ones(4))
    with pytest.raises(TypeError, match="incompatible shapes"):
        transform(linear_recurrence)(jnp.ones((4, 2)), jnp.ones((4, 3)))


def test_decays_are_between_nine_tenths_and_1():
    decays, terms = _inputs.decays_and_terms(64, 1600)
    assert decays.shape == terms.shape == (64, 1600)
    assert np.min(decays) >= np.float32(0.9)
    assert np.max(decays) <= 1
