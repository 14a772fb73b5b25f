"""Transformers: sequences whose tokens look back at each other, and blocks of that and of a perceptron."""

import jax
import jax.numpy as jnp

Weights = dict[str, jax.Array]


def causal_attention(attention: Weights, tokens: jax.Array, *, heads: int) -> jax.Array:
    """Multi-head self-attention in which a token sees itself and those before it.

    With Q = X Wq, K = X Wk and V = X Wv, each cut into so many heads along the last axis, a head gives
    softmax(Q Kᵀ / √(d / heads)) V, where the softmax at row i runs over the columns up to i; what the heads give, side
    by side, is multiplied by Wo.

    Args:
        attention: "query", Wq, "key", Wk, "value", Wv, and "output", Wo, each (d, d), any floating dtype.
        tokens: X, (batch, t, d), of attention's dtype.
        heads: a divisor of d.

    Returns:
        (batch, t, d), of attention's dtype.

    Raises:
        TypeError: attention and tokens have different d; or heads does not divide it.

    Source: Vaswani et al., Attention is all you need, 2017.
    """
    query, key, value = (
        (tokens @ attention[name]).reshape(*tokens.shape[:2], heads, -1) for name in ("query", "key", "value")
    )
    scores = jnp.einsum("bihd,bjhd->bhij", query, key) / query.shape[-1] ** 0.5
    visible = jnp.tri(tokens.shape[1], dtype=bool)[jnp.newaxis, jnp.newaxis]
    shares = jax.nn.softmax(jnp.where(visible, scores, -jnp.inf))
    return jnp.einsum("bhij,bjhd->bihd", shares, value).reshape(tokens.shape) @ attention["output"]


def _normalised(tokens: jax.Array, scale: jax.Array, shift: jax.Array) -> jax.Array:
    """Give s (x - μ) / √(σ² + 10⁻⁵) + b, μ and σ² the mean and variance along the last axis (Ba et al., 2016)."""
    centred = tokens - jnp.mean(tokens, axis=-1, keepdims=True)
    deviation = jnp.sqrt(jnp.mean(jnp.square(centred), axis=-1, keepdims=True) + 1e-5)
    return scale[jnp.newaxis, jnp.newaxis] * (centred / deviation) + shift[jnp.newaxis, jnp.newaxis]


def transformer_block(block: Weights, tokens: jax.Array, *, heads: int) -> jax.Array:
    """One block, normalised before each half: x ← x + attention(norm(x)), then x ← x + gelu(norm(x) W + c) W'.

    The attention is `causal_attention`; norm(x) = s (x - μ) / √(σ² + 10⁻⁵) + b, μ and σ² the mean and variance along
    the last axis; gelu(x) = x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2.

    Args:
        block: "query", "key", "value" and "output", each (d, d), any floating dtype; of its dtype, "scale", s, and
            "shift", b, of the first norm, "hidden_scale" and "hidden_shift" of the second, each (d,), "hidden", W,
            (d, h), "hidden_offset", c, (h,), and "contract", W', (h, d).
        tokens: x, (batch, t, d), of block's dtype.
        heads: a divisor of d.

    Returns:
        (batch, t, d), of block's dtype.

    Raises:
        TypeError: block and tokens have different d, or two parts of block different h; or heads does not divide d.

    Source: Radford et al., Language models are unsupervised multitask learners, 2019 (GPT-2).
    """
    tokens = tokens + causal_attention(block, _normalised(tokens, block["scale"], block["shift"]), heads=heads)
    seen = _normalised(tokens, block["hidden_scale"], block["hidden_shift"])
    hidden = jax.nn.gelu(seen @ block["hidden"] + block["hidden_offset"][jnp.newaxis, jnp.newaxis], approximate=True)
    return tokens + hidden @ block["contract"]


def transformer(blocks: tuple[Weights, ...], tokens: jax.Array, *, heads: int) -> jax.Array:
    """Blocks one after the other, each of weights of its own, in a Python loop that jit unrolls.

    Args:
        blocks: of each, `transformer_block`'s weights, all of one dtype and one d.
        tokens: (batch, t, d), of blocks' dtype.
        heads: a divisor of d.

    Returns:
        (batch, t, d), of blocks' dtype.

    Raises:
        TypeError: as `transformer_block` does.

    Source: Radford et al., Language models are unsupervised multitask learners, 2019 (GPT-2).
    """
    for block in blocks:
        tokens = transformer_block(block, tokens, heads=heads)
    return tokens
