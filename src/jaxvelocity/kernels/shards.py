"""Arrays split over several devices: what the compiler splits by itself, and what is written for each device's part."""

import jax
from jax.sharding import PartitionSpec

if hasattr(jax, "shard_map"):
    _shard_map = jax.shard_map
else:  # its place before 0.6
    from jax.experimental.shard_map import shard_map as _shard_map  # type: ignore[assignment]

_AXIS = "parts"
_SPLIT = PartitionSpec(_AXIS)  # type: ignore[no-untyped-call]  # JAX has no types here, nor for psum
_WHOLE = PartitionSpec()  # type: ignore[no-untyped-call]


def rows_times_matrix(rows: jax.Array, matrix: jax.Array) -> jax.Array:
    """Product of a batch of rows X with a matrix A, X A: where X is split by rows, each device makes its own.

    Args:
        rows: X, (b, m), any floating dtype.
        matrix: A, (m, n), of rows' dtype.

    Returns:
        (b, n), of rows' dtype.

    Raises:
        TypeError: the two have different m.

    Source: JAX's documentation, distributed arrays: a layer's batch split over devices that all hold the weights.
    """
    return rows @ matrix


def sum_of_parts(x: jax.Array, *, parts: int) -> jax.Array:
    """Sum over rows that lie on a device each, Σₚ xₚ, by `psum` under `shard_map`: the all-reduce of data parallelism.

    Args:
        x: (parts, n), any integer or floating dtype.
        parts: how many devices, the first of those that there are.

    Returns:
        (n,), of x's dtype, on every device.

    Raises:
        ValueError: there are fewer devices.

    Source: JAX's documentation, shard_map and its collectives.
    """

    def add_up(part: jax.Array) -> jax.Array:
        summed: jax.Array = jax.lax.psum(part[0], _AXIS)  # type: ignore[no-untyped-call]
        return summed

    total: jax.Array = _shard_map(add_up, mesh=_mesh(parts), in_specs=_SPLIT, out_specs=_WHOLE)(x)
    return total


def increment_parts(x: jax.Array, *, parts: int) -> jax.Array:
    """Add one, x + 1, each device to its part, under `shard_map`: nothing but the call of a program on each device.

    Args:
        x: (n, …), n divisible by parts, any integer or floating dtype.
        parts: how many devices, the first of those that there are.

    Returns:
        An array of x's shape and dtype, split along its first axis.

    Raises:
        ValueError: n is not divisible by parts, or there are fewer devices.

    Source: JAX's documentation, shard_map.
    """
    incremented: jax.Array = _shard_map(lambda part: part + 1, mesh=_mesh(parts), in_specs=_SPLIT, out_specs=_SPLIT)(x)
    return incremented


def _mesh(parts: int) -> jax.sharding.Mesh:
    devices = jax.devices()
    if len(devices) < parts:
        raise ValueError(f"{parts} devices are wanted, {len(devices)} found")
    return jax.sharding.Mesh(devices[:parts], (_AXIS,))
