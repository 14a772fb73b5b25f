"""Graph networks: what nodes send along edges, and what they make of what they are sent."""

import jax
import jax.numpy as jnp


def pass_messages(
    layer: dict[str, jax.Array], features: jax.Array, senders: jax.Array, receivers: jax.Array
) -> jax.Array:
    """Features of a graph's nodes after one layer of message passing.

    Edge e sends mₑ = relu([h[sₑ], h[rₑ]] M); node i gets aᵢ = Σ mₑ over the edges with rₑ = i and becomes
    relu([hᵢ, aᵢ] N).

    Args:
        layer: "message", M, (2 f, g), and "update", N, (f + g, o), any floating dtype.
        features: h, (n, f), of the layer's dtype.
        senders: s, (e,), int32.
        receivers: r, (e,), int32, in any order.

    Returns:
        (n, o), of the layer's dtype.

    Raises:
        TypeError: features and layer don't fit, or senders and receivers differ in e.

    Source: Gilmer et al. 2017, "Neural message passing for quantum chemistry", in the form that people write.
    """
    ends = jnp.concatenate([features[senders], features[receivers]], axis=1)
    messages = jax.nn.relu(ends @ layer["message"])
    received = jax.ops.segment_sum(messages, receivers, num_segments=features.shape[0])
    return jax.nn.relu(jnp.concatenate([features, received], axis=1) @ layer["update"])
