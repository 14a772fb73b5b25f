"""A power whose exponent is a part of the program, or data: a trace for each exponent, or one for all."""

import jax


def power(x: jax.Array, exponent: int) -> jax.Array:
    """x to a whole power, by exponent - 1 multiplications that a Python loop writes into the program.

    Args:
        x: any shape, any integer or floating dtype.
        exponent: a Python int, at least 1 (anything less gives x): static under jit, because it decides how many
            multiplications there are.

    Returns:
        An array of x's shape and dtype.

    Raises:
        TypeError: exponent is traced.
    """
    result = x
    for _ in range(exponent - 1):
        result = result * x
    return result


def power_by_loop(x: jax.Array, exponent: jax.Array) -> jax.Array:
    """x to a whole power, by exponent - 1 multiplications of a loop whose length is data.

    Args:
        x: any shape, any integer or floating dtype.
        exponent: (), int32, at least 1 (anything less gives x).

    Returns:
        An array of x's shape and dtype.
    """
    result: jax.Array = jax.lax.fori_loop(0, exponent - 1, lambda _, result: result * x, x)
    return result
