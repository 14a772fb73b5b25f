"""Programs whose result fits into the memory of an argument that is given up: is anything copied all the same?"""

import jax
import jax.numpy as jnp


def exponential_times_sum(x: jax.Array) -> jax.Array:
    """Exponential of a vector, times the sum of eight of its elements: yᵢ = exp(xᵢ); yᵢ Σⱼ yₖ, k = j ⌊n / 8⌋, j < 8.

    The sum is a loop that reads y between the two passes over it, so that the second cannot be fused into the first.
    With x donated, all of it has room in x.

    Args:
        x: (n,), n at least 1, any floating dtype.

    Returns:
        (n,), of x's dtype.

    Raises:
        IndexError: n is 0.

    Source: openxla/xla#45912, written anew.
    """
    y = jnp.exp(x)
    stride = len(x) // 8
    total: jax.Array = jax.lax.fori_loop(0, 8, lambda j, so_far: so_far + y[j * stride], jnp.zeros((), x.dtype))
    return y * total
