import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.gathers import gather_rows

TRACED = [(gather_rows, (_inputs.rows(4, 3), _inputs.positions(8, 4)))]

BUILT = [(_inputs.positions(4, 100), np.int32, [78, 78, 71, 83])]


@pytest.mark.parametrize(("size", "columns", "count"), [(1, 1, 1), (5, 3, 20), (100, 64, 7), (5, 3, 0), (5, 0, 2)])
def test_gather_rows_agrees_with_its_reference(transform, agree, size, columns, count):
    table, positions = _inputs.rows(size, columns), _inputs.positions(count, size)
    result = transform(gather_rows)(jnp.asarray(table), jnp.asarray(positions))
    agree(result, _references.gathers.gather_rows(table, positions))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int32])
def test_gather_rows_and_its_reference_by_hand(transform, agree, dtype):
    # Twice the last; -3 is the first; 5 and -9 are outside and read the last and the first.
    table, positions = np.array([[1, 2], [3, 4], [5, 6]], dtype), np.array([2, 2, 1, -3, 5, -9], np.int32)
    expected = np.array([[5, 6], [5, 6], [3, 4], [1, 2], [5, 6], [1, 2]], dtype)
    agree(transform(gather_rows)(jnp.asarray(table), jnp.asarray(positions)), expected)
    agree(jnp.asarray(_references.gathers.gather_rows(table, positions)), expected)


def test_positions_that_are_not_integers_are_refused(transform):
    with pytest.raises(TypeError, match="Indexer must have integer or boolean type"):
        transform(gather_rows)(jnp.ones((3, 2)), jnp.ones(2))


def test_positions_are_all_there_and_within_the_table():
    positions = _inputs.positions(1000, 7)
    assert positions.shape == (1000,)
    assert set(positions.tolist()) == set(range(7))
