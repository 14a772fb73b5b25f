"""Perceptrons: products with elementwise steps behind each, forward and backward."""

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


def cross_entropy(layers: tuple[tuple[jax.Array, jax.Array], ...], rows: jax.Array, labels: jax.Array) -> jax.Array:
    """Mean cross-entropy of a perceptron's classes, over a batch: -1/b Σᵢ log softmax(zᵢ) at the label of row i.

    Layer after layer x ← tanh(x W + c), but for the last one, which gives z = x W + c.

    Args:
        layers: W, (d, h), and c, (h,), of each, any floating dtype; h is the next one's d.
        rows: x, (b, d), of layers' dtype.
        labels: the class of each row, (b,), int32, 0 to the last h less 1.

    Returns:
        A scalar of layers' dtype.

    Raises:
        TypeError: a W has not as many rows as there are values before it.
        ValueError: rows and labels have different b, that of labels not 1.
    """
    *hidden, (weights, offset) = layers
    for hidden_weights, hidden_offset in hidden:
        rows = jnp.tanh(rows @ hidden_weights + hidden_offset[jnp.newaxis])
    logarithms = jax.nn.log_softmax(rows @ weights + offset[jnp.newaxis])
    return -jnp.mean(jnp.take_along_axis(logarithms, labels[:, jnp.newaxis], axis=1))


def cross_entropy_gradient(
    layers: tuple[tuple[jax.Array, jax.Array], ...], rows: jax.Array, labels: jax.Array
) -> tuple[tuple[jax.Array, jax.Array], ...]:
    """Gradient of `cross_entropy` in the weights and the offsets of all layers.

    Args:
        layers: W, (d, h), and c, (h,), of each, any floating dtype; h is the next one's d.
        rows: x, (b, d), of layers' dtype.
        labels: the class of each row, (b,), int32, 0 to the last h less 1.

    Returns:
        The gradients, of the shapes and dtype of layers.

    Raises:
        TypeError: a W has not as many rows as there are values before it.
        ValueError: rows and labels have different b, that of labels not 1.
    """
    gradient: tuple[tuple[jax.Array, jax.Array], ...] = jax.grad(cross_entropy)(layers, rows, labels)
    return gradient
