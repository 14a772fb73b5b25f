"""Fourier transforms: many passes over the data, bound by memory once it has outgrown the caches."""

import jax
import jax.numpy as jnp


def fourier_transform(values: jax.Array) -> jax.Array:
    """Discrete Fourier transform over all axes, F[k] = Σ v[j] exp(-2πi Σₐ jₐ kₐ / nₐ), unnormalised.

    Args:
        values: v, (n₁, …), complex64 or complex128, one to three axes: the older releases refuse more.

    Returns:
        F, of values' shape and dtype.

    Source: jax-ml/jax#25808, written anew.
    """
    return jnp.fft.fftn(values)


def filtered(plane: jax.Array, factors: jax.Array) -> jax.Array:
    """Convolve a real plane with a periodic filter, F⁻¹(H · F(x)), by half of the spectrum: the rest mirrors it.

    Args:
        plane: x, (h, w), float32 or float64.
        factors: H, (h, ⌊w / 2⌋ + 1), real, of plane's dtype. A real filter's first column, and of an even w its last,
            mirrors itself, H[k] = H[(h - k) mod h]; where it does not, the mean of both counts.

    Returns:
        (h, w), of plane's dtype.

    Raises:
        TypeError: factors has another shape.

    Source: as people smooth an image or solve an equation with periodic ends.
    """
    spectrum = jnp.fft.rfft2(plane)
    return jnp.fft.irfft2(spectrum * factors.astype(spectrum.dtype), s=plane.shape)
