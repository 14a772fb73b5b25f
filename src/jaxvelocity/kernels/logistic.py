"""The logistic function summed to one number, and its gradient, by automatic differentiation and by differences."""

import jax
import jax.numpy as jnp


def sum_logistic(x: jax.Array) -> jax.Array:
    """Sum of the logistic function, Σ 1 / (1 + exp(-xᵢ)).

    Args:
        x: any shape, any floating dtype.

    Returns:
        A scalar of x's dtype.

    Source: JAX's quickstart, taking derivatives.
    """
    return jnp.sum(1.0 / (1.0 + jnp.exp(-x)))


def sum_logistic_gradient(x: jax.Array) -> jax.Array:
    """Gradient of `sum_logistic`, s(xᵢ) (1 - s(xᵢ)) with s(x) = 1 / (1 + exp(-x)), by `jax.grad`.

    Args:
        x: any shape, any floating dtype; nowhere so far below 0 that exp(-x) overflows (below -88 in float32):
            there the derivative of the formula as written is 0 · ∞. Where (1 + exp(-x))² overflows (below -44 in
            float32) it is 0.

    Returns:
        An array of x's shape and dtype: 0.25, 0.19661193 and 0.10499359 at 0, 1 and 2.

    Source: JAX's quickstart, taking derivatives.
    """
    gradient: jax.Array = jax.grad(sum_logistic)(x)
    return gradient


_jitted_sum_logistic = jax.jit(sum_logistic)


def sum_logistic_gradient_of_jitted(x: jax.Array) -> jax.Array:
    """Gradient of the jitted `sum_logistic`: `sum_logistic_gradient` with the two transformations the other way round.

    To be called without an outer jit. Each call differentiates anew; the programs that run are compiled at the first
    call only.

    Args:
        x: as of `sum_logistic_gradient`.

    Returns:
        An array of x's shape and dtype.

    Source: JAX's quickstart, which takes both orders.
    """
    gradient: jax.Array = jax.grad(_jitted_sum_logistic)(x)
    return gradient


def sum_logistic_central_differences(x: jax.Array, step: float) -> jax.Array:
    """Gradient of `sum_logistic` by central differences, (f(x + h eᵢ) - f(x - h eᵢ)) / 2h, by `jax.vmap` over i.

    Its error is h² |f'''| / 6 from the truncated series and some eps |f| / h from the rounding of f, least where h is
    some eps^(1/3).

    Args:
        x: (n,), any floating dtype, in which all of it is computed.
        step: h, above 0, a Python float: static under jit.

    Returns:
        (n,), of x's dtype.

    Source: JAX's quickstart, which checks its gradient so.
    """

    def difference(shift: jax.Array) -> jax.Array:
        return (sum_logistic(x + shift) - sum_logistic(x - shift)) / (2 * step)

    return jax.vmap(difference)(step * jnp.eye(x.size, dtype=x.dtype))
