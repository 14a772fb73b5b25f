"""Markov chains: samples of a distribution, each made from the one before, with the chance given as data."""

import jax
import jax.numpy as jnp


def hamiltonian_draws(
    starts: jax.Array,
    momenta: jax.Array,
    uniforms: jax.Array,
    features: jax.Array,
    labels: jax.Array,
    leaps: int,
    leap: float,
) -> jax.Array:
    """Draws of a logistic regression's weights by Hamiltonian Monte Carlo, in many chains under `jax.vmap`.

    The potential is U(w) = |w|² / 2 + Σᵢ log(1 + exp(-lᵢ xᵢᵀ w)). From w with a given momentum p, leapfrog goes
    to w′ and p′; the next draw is w′ where log u < U(w) + |p|² / 2 - U(w′) - |p′|² / 2, and w once more where not.

    Args:
        starts: where the chains start, (c, d), any floating dtype.
        momenta: p of each draw, (c, s, d), of starts' dtype.
        uniforms: u of each draw, in (0, 1), (c, s), of starts' dtype.
        features: x, (n, d), of starts' dtype.
        labels: l, 1 or -1, (n,), of starts' dtype.
        leaps: steps of leapfrog a draw; a Python int, static under jit.
        leap: the time of such a step.

    Returns:
        The draws, (c, s, d), of starts' dtype.

    Raises:
        TypeError or ValueError: the shapes don't fit each other.

    Source: Neal 2011, "MCMC using Hamiltonian dynamics", section 5.3.
    """

    def potential(w: jax.Array) -> jax.Array:
        return 0.5 * w @ w + jnp.sum(jnp.logaddexp(0.0, -labels * (features @ w)))

    slope = jax.grad(potential)

    def draw(w: jax.Array, chance: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        start, u = chance

        def leap_once(_: int, carry: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            position, p, force = carry
            half = p - 0.5 * leap * force
            position = position + leap * half
            force = slope(position)
            return position, half - 0.5 * leap * force, force

        end, p, _ = jax.lax.fori_loop(0, leaps, leap_once, (w, start, slope(w)))
        lost = potential(w) + 0.5 * start @ start - potential(end) - 0.5 * p @ p
        w = jnp.where(jnp.log(u) < lost, end, w)
        return w, w

    def run(start: jax.Array, momenta: jax.Array, uniforms: jax.Array) -> jax.Array:
        return jax.lax.scan(draw, start, (momenta, uniforms))[1]

    draws: jax.Array = jax.vmap(run)(starts, momenta, uniforms)
    return draws
