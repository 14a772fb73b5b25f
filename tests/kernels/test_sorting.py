import functools

import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.sorting import argsort_rows, search_sorted, sort_vector, top_of_rows

TRACED = [
    (argsort_rows, (_inputs.rows(2, 5),)),
    (sort_vector, (_inputs.vector(8),)),
    (functools.partial(top_of_rows, k=2), (_inputs.rows(2, 5),)),
    (search_sorted, _inputs.grid_and_points(4, 8)),
]

BUILT = [
    (_inputs.grid_and_points(3, 3)[0], np.float32, [-0.4902, -0.3857, 0.8849]),
    (_inputs.grid_and_points(3, 3)[1], np.float32, [-0.6102, 0.6296, -0.6232]),
]


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


@pytest.mark.parametrize("size", [0, 1, 7, 1000])
def test_sort_vector_agrees_with_its_reference(transform, agree, size):
    x = _inputs.vector(size)
    agree(transform(sort_vector)(jnp.asarray(x)), _references.sorting.sort_vector(x))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_sort_vector_and_its_reference_by_hand(transform, agree, dtype):
    x, expected = np.array([3, -1, np.inf, 2, -np.inf, 2], dtype), np.array([-np.inf, -1, 2, 2, 3, np.inf], dtype)
    agree(transform(sort_vector)(jnp.asarray(x)), expected)
    agree(jnp.asarray(_references.sorting.sort_vector(x)), expected)


@pytest.mark.parametrize(("shape", "k"), [((1, 1), 1), ((3, 100), 10), ((2, 5), 5), ((2, 5), 0), ((7,), 3)])
def test_top_of_rows_agrees_with_its_reference(transform, agree, shape, k):
    rows = _inputs.vector(int(np.prod(shape))).reshape(shape)
    result = transform(functools.partial(top_of_rows, k=k))(jnp.asarray(rows))
    assert isinstance(result, tuple)
    agree(result, _references.sorting.top_of_rows(rows, k))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_top_of_rows_and_its_reference_by_hand(transform, agree, dtype):
    # The largest first; of the equal ones in the second row the first two.
    rows = np.array([[3, 1, 4, 2], [5, 7, 7, 7]], dtype)
    expected = np.array([[4, 3], [7, 7]], dtype), np.array([[2, 0], [1, 2]], np.int32)
    agree(transform(functools.partial(top_of_rows, k=2))(jnp.asarray(rows)), expected)
    values, indices = _references.sorting.top_of_rows(rows, 2)
    agree((jnp.asarray(values), jnp.asarray(indices)), expected)


def test_more_than_a_row_has_is_refused(transform):
    with pytest.raises(ValueError, match="k argument to top_k must be no larger than"):
        transform(functools.partial(top_of_rows, k=4))(jnp.ones((2, 3)))


@pytest.mark.parametrize(("size", "count"), [(1, 5), (2, 5), (16, 0), (1000, 300)])
def test_search_sorted_agrees_with_its_reference(transform, agree, size, count):
    grid, points = _inputs.grid_and_points(size, count)
    result = transform(search_sorted)(jnp.asarray(grid), jnp.asarray(points))
    agree(result, _references.sorting.search_sorted(grid, points))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_search_sorted_and_its_reference_by_hand(transform, agree, dtype):
    # Before the equal ones, not after them; n for what is beyond the grid.
    grid, points = np.array([1, 2, 2, 4], dtype), np.array([[2, 0, 1], [3, 4, 5]], dtype)
    expected = np.array([[1, 0, 0], [3, 3, 4]], np.int32)
    agree(transform(search_sorted)(jnp.asarray(grid), jnp.asarray(points)), expected)
    agree(jnp.asarray(_references.sorting.search_sorted(grid, points)), expected)


def test_a_grid_is_sorted_and_an_eleventh_of_the_points_is_beyond_it():
    grid, points = _inputs.grid_and_points(1000, 100_000)
    assert np.all(np.diff(grid) >= 0)
    # √(100 000 · 1/22 · 21/22) = 66 of some 4545 is the standard deviation on either side: five of them are allowed.
    # The grid's ends are within 0.01 of -1 and 1, which adds some 450 at most.
    below, above = np.sum(points < grid[0]), np.sum(points > grid[-1])
    assert 4545 - 330 < below < 4545 + 330 + 450
    assert 4545 - 330 < above < 4545 + 330 + 450
