"""Activation functions: elementwise, one read and one write an element."""

import jax
import jax.numpy as jnp

# They make mean 0 and variance 1 the fixed point of the layer's map: equation 14 of Klambauer 2017, with the
# digits of the authors' published code.
ALPHA = 1.6732632423543772848170429916717
SCALE = 1.0507009873554804934193349852946


def selu(x: jax.Array, alpha: float = ALPHA, scale: float = SCALE) -> jax.Array:
    """Scaled exponential linear unit: scale · x where x > 0, else scale · (alpha · exp(x) - alpha).

    Args:
        x: any shape, any floating dtype.
        alpha: minus the limit at minus infinity, before `scale`.
        scale: the slope above zero.

    Returns:
        An array of x's shape and dtype. Where x ≤ 0 its absolute error is some roundings of scale · alpha, also where
        the result is near 0, because alpha is subtracted; above, its relative error is some roundings.

    Source: Klambauer, Unterthiner, Mayr and Hochreiter, Self-Normalizing Neural Networks, 2017, equation 2;
    written as in JAX's quickstart.
    """
    return scale * jnp.where(x > 0, x, alpha * jnp.exp(x) - alpha)


def gelu(x: jax.Array) -> jax.Array:
    """Gaussian error linear unit: x · Φ(x) = x / 2 · (1 + erf(x / √2)), Φ the standard normal distribution.

    Args:
        x: any shape, any floating dtype.

    Returns:
        An array of x's shape and dtype. Its absolute error is some roundings of x / 2, also where the result is
        near 0, because 1 is added to an error function near -1.

    Source: Hendrycks and Gimpel, Gaussian Error Linear Units, 2016, section 2; the exact form, not that by tanh.
    """
    return x / 2 * (1 + jax.scipy.special.erf(x / 2**0.5))
