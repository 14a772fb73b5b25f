"""Recurrences: each value needs the one before it, unless the steps are an associative operation."""

import jax


def linear_recurrence(decays: jax.Array, terms: jax.Array) -> jax.Array:
    """Take hₜ = aₜ hₜ₋₁ + bₜ from h₀ = b₀ in about log₂ n passes over all steps, instead of n steps one by one.

    Two steps are one of the same form, (a, b) then (a', b') being (a' a, a' b + b'), and that joining is associative.

    Args:
        decays: a, (n, …), any floating dtype; a₀ changes nothing.
        terms: b, of decays' shape and dtype.

    Returns:
        h, of decays' shape and dtype.

    Raises:
        TypeError: n is the same, and the rest of the two shapes does not fit.
        ValueError: the two have different n.

    Source: Blelloch, Prefix Sums and Their Applications, 1990, section 1.4, by `jax.lax.associative_scan`.
    """

    def join(earlier: tuple[jax.Array, jax.Array], later: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        (a, b), (next_a, next_b) = earlier, later
        return next_a * a, next_a * b + next_b

    h: jax.Array
    _, h = jax.lax.associative_scan(join, (decays, terms))
    return h
