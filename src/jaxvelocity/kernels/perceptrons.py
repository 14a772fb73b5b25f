"""A perceptron of two layers: two products with elementwise steps behind each."""

import jax
import jax.numpy as jnp


def class_probabilities(hidden: jax.Array, output: jax.Array, batch: jax.Array) -> jax.Array:
    """Probability of each class for each row of a batch, softmax(tanh(X H) O) along the last axis.

    The largest value of each row is subtracted before the exponential, so that nothing overflows.

    Args:
        hidden: H, (d, h), any floating dtype.
        output: O, (h, c), of hidden's dtype.
        batch: X, (b, d), of hidden's dtype.

    Returns:
        (b, c), of hidden's dtype; each row sums to 1.

    Raises:
        TypeError: batch and hidden have different d, or hidden and output different h.
    """
    values = jnp.tanh(batch @ hidden) @ output
    exponentials = jnp.exp(values - jnp.max(values, axis=-1, keepdims=True))
    return exponentials / jnp.sum(exponentials, axis=-1, keepdims=True)
