import functools

import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.segments import segment_sum


def test_segment_sum_agrees_with_its_reference(transform, agree):
    values, segment_ids = _inputs.values_and_segments(100, 7)
    result = transform(functools.partial(segment_sum, num_segments=7))(jnp.asarray(values), jnp.asarray(segment_ids))
    # Some 14 values a segment, never more than 30, so at most 30 roundings of a sum of absolute values.
    bound = 30 * float(np.finfo(np.float32).eps) * 30 * float(np.max(np.abs(values)))
    assert np.bincount(segment_ids).max() <= 30
    agree(result, _references.segments.segment_sum(values, segment_ids, 7), atol=bound)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_segment_sum_and_its_reference_by_hand(transform, agree, dtype):
    values, segment_ids = np.array([1, 2, 3, 4, 5], dtype), np.array([2, 0, 2, 1, 4], np.int32)
    # Segment 2 holds 1 and 3; 3 holds nothing; 4 is no segment.
    expected = np.array([2, 4, 4, 0], dtype)
    kernel = transform(functools.partial(segment_sum, num_segments=4))
    agree(kernel(jnp.asarray(values), jnp.asarray(segment_ids)), expected)
    agree(jnp.asarray(_references.segments.segment_sum(values, segment_ids, 4)), expected)


def test_without_values_every_sum_is_0(transform, agree):
    kernel = transform(functools.partial(segment_sum, num_segments=3))
    agree(kernel(jnp.zeros(0, jnp.float32), jnp.zeros(0, jnp.int32)), np.zeros(3, np.float32))
