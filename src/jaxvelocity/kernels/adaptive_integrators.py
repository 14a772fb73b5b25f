"""Ordinary differential equations, integrated by steps whose size and number follow from the data."""

import jax
import jax.numpy as jnp

_STAGES = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
"""Dormand and Prince's weights of the slopes so far; the last row's is the step itself."""

_ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
"""The step of order five less the one of order four."""


_State = tuple[jax.Array, jax.Array, jax.Array, jax.Array, jax.Array]
"""What is left of the time, the next step, the solution, its slope, and how many steps were tried."""


def van_der_pol(
    starts: jax.Array, stiffness: jax.Array, duration: float, first_step: float, tolerance: float
) -> tuple[jax.Array, jax.Array]:
    """Van der Pol oscillators x″ = μ (1 - x²) x′ - x after a time, by Dormand–Prince 5(4) with step-size control.

    A step h from y to z with the error estimate e stands where r = rms(e / (τ + τ max(|y|, |z|))) ≤ 1, and is tried
    anew where not; either way the next one is h · min(max(0.9 r^(-1/5), 0.2), 5). Every oscillator has its own steps,
    under `jax.vmap` of a `while_loop`.

    Args:
        starts: (x, x′) of each oscillator, (b, 2), finite, float64, or float32 where τ is well above its rounding.
        stiffness: μ of each, (b,), of starts' dtype.
        duration: the time, positive.
        first_step: the first h that is tried, positive, and so short that no stage overflows: else it never ends.
        tolerance: τ, positive.

    Returns:
        (x, x′) of each after the time, (b, 2), of starts' dtype, and how many steps it has tried, (b,), int32.

    Source: Dormand and Prince 1980, "A family of embedded Runge-Kutta formulae"; the control is that of Hairer, Nørsett
    and Wanner, Solving Ordinary Differential Equations I, section II.4.
    """

    def solve(start: jax.Array, mu: jax.Array) -> tuple[jax.Array, jax.Array]:
        def slope_at(y: jax.Array) -> jax.Array:
            return jnp.stack([y[1], mu * (1.0 - y[0] ** 2) * y[1] - y[0]])

        def attempt(carry: _State) -> _State:
            left, step, y, slope, tries = carry
            step = jnp.minimum(step, left)
            slopes = [slope]
            for weights in _STAGES:
                z = y + step * sum(w * k for w, k in zip(weights, slopes, strict=True))
                slopes.append(slope_at(z))
            error = step * sum(w * k for w, k in zip(_ERROR, slopes, strict=True))
            scale = tolerance + tolerance * jnp.maximum(jnp.abs(y), jnp.abs(z))
            ratio = jnp.sqrt(jnp.mean((error / scale) ** 2))
            stands = ratio <= 1.0
            return (
                jnp.where(stands, left - step, left),
                step * jnp.clip(0.9 * ratio**-0.2, 0.2, 5.0),
                jnp.where(stands, z, y),
                jnp.where(stands, slopes[-1], slope),
                tries + 1,
            )

        first = (
            jnp.full_like(mu, duration),
            jnp.full_like(mu, first_step),
            start,
            slope_at(start),
            jnp.zeros_like(mu, jnp.int32),
        )
        _, _, y, _, tries = jax.lax.while_loop(lambda carry: carry[0] > 0.0, attempt, first)
        return y, tries

    return jax.vmap(solve)(starts, stiffness)
