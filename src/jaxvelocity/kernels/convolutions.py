"""Convolutions with small filters, as networks call them: correlations, with zeros beyond the ends."""

import jax


def convolve_signals(signals: jax.Array, filters: jax.Array) -> jax.Array:
    """Convolve signals along time, yₜₒ = Σₐᵢ Fₐᵢₒ xₜ₊ₐ₋ₖ,ᵢ, k = ⌊(f - 1) / 2⌋.

    Args:
        signals: x, (b, t, i), any floating dtype.
        filters: F, (f, i, o), of signals' dtype.

    Returns:
        y, (b, t, o), of signals' dtype.

    Raises:
        ValueError: the two have different i.

    Source: jax.lax.conv_general_dilated, as people write a layer over time.
    """
    return jax.lax.conv_general_dilated(
        signals, filters, window_strides=(1,), padding="SAME", dimension_numbers=("NWC", "WIO", "NWC")
    )


def convolve_images(images: jax.Array, filters: jax.Array) -> jax.Array:
    """Convolve images, yₛₜₒ = Σₐᵦᵢ Fₐᵦᵢₒ xₛ₊ₐ₋ₖ,ₜ₊ᵦ₋ₗ,ᵢ, k = ⌊(f - 1) / 2⌋ and l = ⌊(g - 1) / 2⌋.

    Args:
        images: x, (b, h, w, i), any floating dtype.
        filters: F, (f, g, i, o), of images' dtype.

    Returns:
        y, (b, h, w, o), of images' dtype.

    Raises:
        ValueError: the two have different i.

    Source: jax.lax.conv_general_dilated, as people write a layer over images.
    """
    return jax.lax.conv_general_dilated(
        images, filters, window_strides=(1, 1), padding="SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def convolve_channels(images: jax.Array, filters: jax.Array) -> jax.Array:
    """Convolve each channel of images with a filter of its own, yₛₜᵢ = Σₐᵦ Fₐᵦᵢ xₛ₊ₐ₋ₖ,ₜ₊ᵦ₋ₗ,ᵢ, k and l as above.

    Args:
        images: x, (b, h, w, i), any floating dtype.
        filters: F, (f, g, 1, i), of images' dtype.

    Returns:
        y, (b, h, w, i), of images' dtype.

    Raises:
        ValueError: the filters are not a multiple of i.

    Source: Howard et al., MobileNets, 2017, the depthwise half of a separable convolution.
    """
    return jax.lax.conv_general_dilated(
        images,
        filters,
        window_strides=(1, 1),
        padding="SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=images.shape[-1],
    )
