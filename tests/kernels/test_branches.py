import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from benchmarks.loops import CondInLoop
from jaxvelocity.kernels.branches import filtered_levels

STATIC = {"drift_variance": 0.5, "noise_variance": 1.0}
KERNEL = functools.partial(filtered_levels, **STATIC)
TRACED = [(KERNEL, (_inputs.rows(4, 2), _inputs.signs(4) > 0))]


@pytest.mark.parametrize(("steps", "series"), [(1, 1), (7, 3), (100, 5)])
def test_filtered_levels_agrees_with_its_reference(transform, agree, steps, series):
    observations, seen = _inputs.rows(steps, series), _inputs.signs(steps) > 0
    result = transform(KERNEL)(jnp.asarray(observations), jnp.asarray(seen))
    # k is at least 1/3, so that an error of a step, some 4 eps of values below 4, counts 1 / (1 - k) = 1.5 times in
    # all; gaps of ten steps leave p's error as it is.
    agree(result, _references.branches.filtered_levels(observations, seen, **STATIC), rtol=1e-6, atol=4e-6)


def test_filtered_levels_and_its_reference_by_hand(transform, agree):
    observations = np.array([[4, 8], [9, 9], [1, 2]], np.float64)
    seen = np.array([True, False, True])
    # q = 1, r = 2: p = 2, k = ½, m = y / 2, p = 1; then p = 2 and m stays; then p = 3, k = 3/5, m ← m + ⅗ (y - m).
    levels = np.array([[2, 4], [2, 4], [1.4, 2.8]])
    variances = np.array([1.2, 1.2])
    static = {"drift_variance": 1.0, "noise_variance": 2.0}
    with jax.enable_x64(True):
        result = transform(functools.partial(filtered_levels, **static))(jnp.asarray(observations), jnp.asarray(seen))
        agree(result, (levels, variances), rtol=1e-15)
        reference = _references.branches.filtered_levels(observations, seen, **static)
        agree(jax.tree.map(jnp.asarray, reference), (levels, variances), rtol=1e-15)


def test_what_stands_at_a_time_that_is_not_seen_is_not_read(transform):
    observations, seen = _inputs.rows(6, 2), np.array([True, False, True, False, False, True])
    gaps = np.where(seen[:, np.newaxis], observations, np.float32(np.nan))
    for one, other in zip(transform(KERNEL)(observations, seen), transform(KERNEL)(gaps, seen), strict=True):
        np.testing.assert_array_equal(one, other)


def test_both_branches_stay_in_the_program_and_are_taken():
    seen = _inputs.signs(CondInLoop.steps) > 0
    assert 0.4 < np.mean(seen) < 0.6
    lowered = jax.jit(KERNEL).lower(_inputs.rows(CondInLoop.steps, 1), seen)
    assert "conditional(" in lowered.compile().as_text()


def test_lengths_that_differ_are_refused(transform):
    with pytest.raises(ValueError, match="scan got values with different leading axis sizes"):
        transform(KERNEL)(jnp.ones((3, 1)), jnp.ones(2, bool))
