import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.sorting import argsort_rows

TRACED = [(argsort_rows, (_inputs.rows(2, 5),))]


@pytest.mark.parametrize("shape", [(1, 1), (2, 0), (3, 100)])
def test_argsort_rows_agrees_with_its_reference(transform, agree, shape):
    rows = _inputs.rows(*shape)
    agree(transform(argsort_rows)(jnp.asarray(rows)), _references.sorting.argsort_rows(rows))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_argsort_rows_and_its_reference_by_hand(transform, agree, dtype):
    # Equal ones, and zeros of either sign, stay in their order.
    rows = np.array([[3, 1, 2], [1, 0, 1], [0.0, -0.0, -1]], dtype)
    expected = np.array([[1, 2, 0], [1, 0, 2], [2, 0, 1]], np.int32)
    agree(transform(argsort_rows)(jnp.asarray(rows)), expected)
    agree(jnp.asarray(_references.sorting.argsort_rows(rows)), expected)


def test_equal_elements_stay_in_their_order_in_long_rows_too(transform, agree):
    rows = np.floor(_inputs.rows(3, 2000))
    agree(transform(argsort_rows)(jnp.asarray(rows)), _references.sorting.argsort_rows(rows))


def test_one_axis_is_refused(transform):
    with pytest.raises(ValueError, match="axis 1 is out of bounds"):
        transform(argsort_rows)(jnp.ones(3))
