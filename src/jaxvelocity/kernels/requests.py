"""What a service is asked for with inputs of ever-changing length, which jit compiles anew for each."""

import jax
import jax.numpy as jnp


def log_sum_exp(x: jax.Array) -> jax.Array:
    """Logarithm of the sum of exponentials, m + log Σ exp(xᵢ - m) with m = max xᵢ, so that nothing overflows.

    An entry of -inf adds exactly 0: padding by -inf changes nothing but the order of the additions.

    Args:
        x: (n,), n at least 1, any floating dtype.

    Returns:
        A scalar of x's dtype; -inf where every entry is -inf.

    Raises:
        ValueError: n is 0.
    """
    largest = jnp.max(x)
    # An infinite maximum would make -inf - (-inf) or inf - inf of the entries, which is not a number.
    shift = jnp.where(jnp.isfinite(largest), largest, 0.0)
    return shift + jnp.log(jnp.sum(jnp.exp(x - shift)))
