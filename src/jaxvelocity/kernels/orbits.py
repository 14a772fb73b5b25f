"""Bodies that attract each other: every pair of them, at every step."""

import jax
import jax.numpy as jnp


def leapfrog(
    positions: jax.Array, velocities: jax.Array, masses: jax.Array, steps: int, time_step: float, softening: float
) -> tuple[jax.Array, jax.Array]:
    """Positions and velocities of bodies under their gravitation after some steps of leapfrog, kick, drift and kick.

    The acceleration of body i is aᵢ = Σⱼ mⱼ (xⱼ - xᵢ) / (|xⱼ - xᵢ|² + s²)^(3/2), with a gravitational constant of 1.

    Args:
        positions: x, (n, 3), any floating dtype.
        velocities: (n, 3), of positions' dtype.
        masses: m, (n,), of positions' dtype.
        steps: a Python int, static under jit.
        time_step: the time of a step.
        softening: s, positive.

    Returns:
        Positions and velocities, (n, 3) each, of positions' dtype.

    Raises:
        TypeError: masses has another n, and not 1.

    Source: as people write it; leapfrog and softening as in Aarseth, Gravitational N-Body Simulations, chapter 2.
    """

    def accelerations(x: jax.Array) -> jax.Array:
        offsets = x[jnp.newaxis, :, :] - x[:, jnp.newaxis, :]
        squares = jnp.sum(offsets**2, axis=2) + softening**2
        pulls = masses[jnp.newaxis, :] / (squares * jnp.sqrt(squares))
        return jnp.sum(pulls[:, :, jnp.newaxis] * offsets, axis=1)

    def step(_: int, carry: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        x, v, a = carry
        half = v + 0.5 * time_step * a
        x = x + time_step * half
        a = accelerations(x)
        return x, half + 0.5 * time_step * a, a

    x, v, _ = jax.lax.fori_loop(0, steps, step, (positions, velocities, accelerations(positions)))
    return x, v
