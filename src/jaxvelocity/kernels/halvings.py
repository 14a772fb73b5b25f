"""One recurrence, x ← x / 2 + 1, whose steps are kept or not: the cost of a small write into a long array."""

import jax


def last(start: jax.Array, length: int) -> jax.Array:
    """Take `length` steps of x ← x / 2 + 1 by a scan that keeps none of them.

    Args:
        start: x before the first step, (), any floating dtype.
        length: a Python int, at least 0: static under jit.

    Returns:
        x after the last step, (), of start's dtype.

    Source: jax-ml/jax#40101, written anew.
    """
    result, _ = jax.lax.scan(lambda x, _: (x / 2 + 1, None), start, None, length=length)
    return result


def stacked(start: jax.Array, length: int) -> jax.Array:
    """Take `length` steps of x ← x / 2 + 1 by a scan that stacks all of them.

    Args:
        start: x before the first step, any shape s, any floating dtype.
        length: a Python int, at least 0: static under jit.

    Returns:
        x after each step, (length, *s), of start's dtype.

    Source: jax-ml/jax#40101, written anew.
    """

    def take_step(x: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        halved = x / 2 + 1
        return halved, halved

    _, steps = jax.lax.scan(take_step, start, None, length=length)
    return steps


def written(values: jax.Array) -> jax.Array:
    """Take n - 1 steps of x[t + 1] ← x[t] / 2 + 1 by a loop that writes each into the vector that it carries.

    Args:
        values: (n,), any floating dtype, n at least 1. Of its elements only the first is read.

    Returns:
        x, (n,), of values' dtype: values[0], then x after each step.

    Source: jax-ml/jax#40101, written anew.
    """

    def write_next(index: jax.Array, x: jax.Array) -> jax.Array:
        return x.at[index + 1].set(x[index] / 2 + 1)

    result: jax.Array = jax.lax.fori_loop(0, len(values) - 1, write_next, values)
    return result
