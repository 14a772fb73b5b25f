"""The floor: what the harness, and then JAX's dispatch, cost with next to nothing to compute."""

import jax


def nothing() -> None:
    """Compute nothing and return None: the empty body, which shows what the harness itself costs."""


def increment(x: jax.Array) -> jax.Array:
    """Add one, x + 1: the smallest jitted call, whose cost is JAX's dispatch.

    Args:
        x: any shape, any integer or floating dtype.

    Returns:
        An array of x's shape and dtype.
    """
    return x + 1
