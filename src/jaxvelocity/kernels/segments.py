"""Reductions over segments: a scatter, whose cost is that of the updates in memory."""

import jax


def segment_sum(values: jax.Array, segment_ids: jax.Array, num_segments: int) -> jax.Array:
    """Sum of the values of each segment, sₖ = Σ valuesᵢ over the i with segment_idsᵢ = k.

    Args:
        values: (n,), any floating dtype.
        segment_ids: (n,), int32, in any order. A value whose id is negative, or num_segments or more, is
            left out.
        num_segments: a Python int, static under jit, because it is the result's size.

    Returns:
        (num_segments,), of values' dtype; 0 for a segment without values.

    Raises:
        ValueError: values and segment_ids differ in n, that of values not 1.

    Source: `jax.ops.segment_sum`.
    """
    return jax.ops.segment_sum(values, segment_ids, num_segments=num_segments)
