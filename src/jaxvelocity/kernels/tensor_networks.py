"""Tensor networks: small tensors contracted with the axes of one of high rank, one after the other."""

import jax
import jax.numpy as jnp


def squared_norm(state: jax.Array, gates: tuple[jax.Array, ...]) -> jax.Array:
    """Squared norm Σ s² of a state s after a chain of gates, each applied to two neighbouring axes.

    Gate number k, from 0 on, at the axes i = k mod (n - 1) and j = i + 1:
    s'[…, a, b, …] = Σ_cd g[a, b, c, d] s[…, c, d, …].

    Args:
        state: s, (d, …, d), n of them, at least 2; any floating dtype.
        gates: g, each (d, d, d, d), of state's dtype.

    Returns:
        A scalar of state's dtype.

    Raises:
        TypeError: a gate's last two axes are not of the state's length.
        ZeroDivisionError: state has a single axis, and there is a gate.

    Source: openxla/xla#41173, written anew.
    """
    for number, gate in enumerate(gates):
        axis = number % (state.ndim - 1)
        pair = (axis, axis + 1)
        state = jnp.moveaxis(jnp.tensordot(gate, state, axes=((2, 3), pair)), (0, 1), pair)
    return jnp.sum(jnp.square(state))


def squared_norm_gradient(state: jax.Array, gates: tuple[jax.Array, ...]) -> tuple[jax.Array, tuple[jax.Array, ...]]:
    """Gradient of `squared_norm` in the state and in every gate.

    Args:
        state: (d, …, d), n of them, at least 2; any floating dtype.
        gates: each (d, d, d, d), of state's dtype.

    Returns:
        The gradient in the state, of its shape and dtype, and those in the gates, of theirs.

    Raises:
        TypeError: a gate's last two axes are not of the state's length.
        ZeroDivisionError: state has a single axis, and there is a gate.

    Source: openxla/xla#41173, written anew.
    """
    gradient: tuple[jax.Array, tuple[jax.Array, ...]] = jax.grad(squared_norm, argnums=(0, 1))(state, gates)
    return gradient
