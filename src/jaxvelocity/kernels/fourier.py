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
