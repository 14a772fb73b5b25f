import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.scatters import bin_counts, scatter_in_loop, scatter_rows

TRACED = [
    (scatter_rows, (_inputs.rows(4, 3), _inputs.positions(8, 4), _inputs.factors(8, 3)[0])),
    (functools.partial(bin_counts, length=4), (_inputs.positions(8, 4),)),
    (scatter_in_loop, (_inputs.vector(4), _inputs.positions(8, 4), _inputs.factors(8)[0])),
]

EPS = float(np.finfo(np.float32).eps)


def bound(table, positions, terms):
    """As many additions as an element has, each rounded in proportion to its sum of absolute values."""
    sums = np.abs(table, dtype=np.float64)
    np.add.at(sums, positions, np.abs(terms))
    return int(np.max(np.bincount(positions), initial=1)) * EPS * float(np.max(sums, initial=0.0))


@pytest.mark.parametrize(("size", "columns", "count"), [(1, 1, 30), (5, 3, 40), (100, 64, 7), (5, 3, 0)])
def test_scatter_rows_agrees_with_its_reference(transform, agree, size, columns, count):
    table, positions, rows = _inputs.rows(size, columns), _inputs.positions(count, size), _inputs.rows(count, columns)
    result = transform(scatter_rows)(jnp.asarray(table), jnp.asarray(positions), jnp.asarray(rows))
    expected = _references.scatters.scatter_rows(table, positions, rows)
    agree(result, expected, atol=bound(table, positions, rows))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_scatter_rows_and_its_reference_by_hand(transform, agree, dtype):
    # Row 2 is added to twice, row 0 once, row 1 never.
    table, positions = np.array([[1, 2], [3, 4], [5, 6]], dtype), np.array([2, 0, 2], np.int32)
    rows = np.array([[10, 20], [30, 40], [50, 60]], dtype)
    expected = np.array([[31, 42], [3, 4], [65, 86]], dtype)
    agree(transform(scatter_rows)(jnp.asarray(table), jnp.asarray(positions), jnp.asarray(rows)), expected)
    agree(jnp.asarray(_references.scatters.scatter_rows(table, positions, rows)), expected)


def test_positions_outside_the_table_add_nothing_and_those_below_0_count_from_its_end(transform, agree):
    positions, rows = jnp.array([3, -4, -1]), jnp.array([[10.0], [20.0], [30.0]])
    agree(transform(scatter_rows)(jnp.zeros((3, 1)), positions, rows), np.array([[0], [0], [30]], np.float32))


def test_rows_that_do_not_fit_are_refused(transform):
    with pytest.raises(ValueError, match="Incompatible types for broadcasting"):
        transform(scatter_rows)(jnp.ones((3, 2)), jnp.array([0, 1]), jnp.ones((3, 2)))


@pytest.mark.parametrize(("count", "size", "length"), [(0, 3, 3), (1, 1, 1), (1000, 7, 7), (50, 9, 5), (50, 5, 9)])
def test_bin_counts_agrees_with_its_reference(transform, agree, count, size, length):
    bins = _inputs.positions(count, size)
    result = transform(functools.partial(bin_counts, length=length))(jnp.asarray(bins))
    agree(result, _references.scatters.bin_counts(bins, length))


def test_bin_counts_and_its_reference_by_hand(transform, agree):
    # Two of 0, none of 1, three of 2; 5 is left out.
    bins, expected = np.array([2, 0, 2, 5, 2, 0], np.int32), np.array([2, 0, 3], np.int32)
    kernel = transform(functools.partial(bin_counts, length=3))
    agree(kernel(jnp.asarray(bins)), expected)
    agree(jnp.asarray(_references.scatters.bin_counts(bins, 3)), expected)
    agree(kernel(jnp.array([-1, -7, 1])), np.array([2, 1, 0], np.int32))  # those below 0 are taken for 0


@pytest.mark.parametrize(("size", "steps"), [(1, 1), (1, 30), (5, 40), (300, 100)])
def test_scatter_in_loop_agrees_with_its_reference(transform, agree, size, steps):
    values, positions, (terms, _) = _inputs.vector(size), _inputs.positions(steps, size), _inputs.factors(steps)
    result = transform(scatter_in_loop)(jnp.asarray(values), jnp.asarray(positions), jnp.asarray(terms))
    expected = _references.scatters.scatter_in_loop(values, positions, terms)
    agree(result, expected, atol=bound(values, positions, terms))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_scatter_in_loop_and_its_reference_by_hand(transform, agree, dtype):
    # 1 + 10 + 30, 2 as it was, 3 + 20.
    values, positions = np.array([1, 2, 3], dtype), np.array([0, 2, 0], np.int32)
    terms, expected = np.array([10, 20, 30], dtype), np.array([41, 2, 23], dtype)
    agree(transform(scatter_in_loop)(jnp.asarray(values), jnp.asarray(positions), jnp.asarray(terms)), expected)
    agree(jnp.asarray(_references.scatters.scatter_in_loop(values, positions, terms)), expected)


def test_no_positions_are_refused(transform):
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 0"):
        transform(scatter_in_loop)(jnp.ones(3), jnp.zeros(0, jnp.int32), jnp.zeros(0))


def test_additions_go_step_by_step(transform, agree):
    # In float32 1e8 + 1 is 1e8, so that adding 1, then 1e8, then -1e8 leaves 0, and in any other order 1.
    terms = jnp.array([1.0, 1e8, -1e8])
    result = transform(scatter_in_loop)(jnp.zeros(1), jnp.zeros(3, jnp.int32), terms)
    agree(result, np.zeros(1, np.float32))


def test_in_float64_the_results_are_float64(transform, agree):
    positions = _inputs.positions(40, 5)
    table, rows = _inputs.rows(5, 3).astype(np.float64), _inputs.factors(40, 3)[0].astype(np.float64)
    with jax.enable_x64(True):
        placed = jnp.asarray(positions)
        added = transform(scatter_rows)(jnp.asarray(table), placed, jnp.asarray(rows))
        agree(added, _references.scatters.scatter_rows(table, positions, rows), atol=1e-13)
        added = transform(scatter_in_loop)(jnp.asarray(table[:, 0]), placed, jnp.asarray(rows[:, 0]))
        agree(added, _references.scatters.scatter_in_loop(table[:, 0], positions, rows[:, 0]), atol=1e-13)
