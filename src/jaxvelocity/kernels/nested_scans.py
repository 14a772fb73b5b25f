"""Scans inside scans, recomputed on the way back, so that a long one is differentiated in little memory."""

from collections.abc import Callable

import jax
import jax.numpy as jnp

Step = Callable[[jax.Array], jax.Array]


def allen_cahn_energy(start: jax.Array, *, levels: int, length: int) -> jax.Array:
    """Σ u² of a field on a ring after length ** levels steps, in nested scans.

    A step is u ← u + (uᵢ₋₁ - 2 uᵢ + uᵢ₊₁ + uᵢ - uᵢ³) / 20. The innermost scan takes as many steps as its length says,
    and each scan around it repeats the one inside it as often. Each is under `jax.checkpoint`: a gradient keeps
    levels · length fields instead of all.

    Args:
        start: u, (n,), any floating dtype.
        levels: how many scans are nested, 0 or more.
        length: steps of each, 0 or more.

    Returns:
        A scalar of start's dtype.

    Source: Allen and Cahn, A microscopic theory for antiphase boundary motion, 1979; the scans as users of JAX write
    recursive checkpointing (Griewank, Achieving logarithmic growth of temporal and spatial complexity, 1992).
    """

    def moved(u: jax.Array) -> jax.Array:
        return u + 0.05 * (jnp.roll(u, 1) - 2.0 * u + jnp.roll(u, -1) + u - u**3)

    def repeated(inner: Step) -> Step:
        def scanned(u: jax.Array) -> jax.Array:
            end: jax.Array
            end, _ = jax.lax.scan(lambda u, _: (inner(u), None), u, None, length=length)
            return end

        return jax.checkpoint(scanned)

    step: Step = moved
    for _ in range(levels):
        step = repeated(step)
    return jnp.sum(jnp.square(step(start)))


def allen_cahn_energy_gradient(start: jax.Array, *, levels: int, length: int) -> jax.Array:
    """Gradient of `allen_cahn_energy` in the field that it starts from.

    Args:
        start: (n,), any floating dtype.
        levels: how many scans are nested, 0 or more.
        length: steps of each, 0 or more.

    Returns:
        (n,), of start's dtype.

    Source: as of `allen_cahn_energy`.
    """
    gradient: jax.Array = jax.grad(lambda u: allen_cahn_energy(u, levels=levels, length=length))(start)
    return gradient
