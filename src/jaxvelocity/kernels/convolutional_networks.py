"""Convolutional networks: convolutions of images with small filters, each followed by the largest of its neighbours."""

import jax
import jax.numpy as jnp


def class_values(filters: tuple[tuple[jax.Array, jax.Array], ...], output: jax.Array, images: jax.Array) -> jax.Array:
    """Value of each class for each image: convolutions, and a product with all that they give.

    For each pair of filters F and offsets c, with zeros around the image:
    y[s, t, o] = max(0, c[o] + Σ F[a, b, i, o] x[s + a - k, t + b - k, i]), the sum over a, b and i, k = ⌊(f - 1) / 2⌋;
    then the largest y of each 2 × 2 pixels, of which a last odd row or column is left out. What the last convolution
    leaves of an image is a row of the matrix that is multiplied by output.

    Args:
        filters: F, (f, f, i, o), and c, (o,), of each convolution, any floating dtype; o is the next one's i.
        output: (h' w' o, classes), of filters' dtype, h' and w' the height and width that the last one leaves.
        images: x, (b, h, w, i), of filters' dtype.

    Returns:
        (b, classes), of filters' dtype.

    Raises:
        TypeError: output has another number of rows than there are values.
        ValueError: images and filters, or two filters, differ in the channels between them.

    Source: in the form of LeCun et al., Gradient-based learning applied to document recognition, 1998, with max(0, x)
    for its sigmoid, the largest for its averages, zeros around the image, and one product at the end.
    """
    for weights, offset in filters:
        images = jax.lax.conv_general_dilated(
            images, weights, window_strides=(1, 1), padding="SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        images = jax.nn.relu(images + offset[jnp.newaxis, jnp.newaxis, jnp.newaxis])
        images = jax.lax.reduce_window(images, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return images.reshape(len(images), -1) @ output
