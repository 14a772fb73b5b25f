"""Python loops that jit unrolls: each turn is traced, lowered and compiled anew."""

import jax
import jax.numpy as jnp


def horner(coefficients: jax.Array, points: jax.Array) -> jax.Array:
    """Value of a polynomial at each point by Horner's rule, y ← y x + cₖ from y = 0 on, in a Python loop.

    Args:
        coefficients: c, (n,), of the highest power first; any floating dtype.
        points: x, (m,), of coefficients' dtype.

    Returns:
        y, (m,), of coefficients' dtype.

    Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 5.
    """
    y = jnp.zeros_like(points)
    for k in range(len(coefficients)):
        y = y * points + coefficients[k]
    return y
