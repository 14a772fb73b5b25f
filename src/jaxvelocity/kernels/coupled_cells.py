"""A ring of cells as a scan whose carry is a dict of scalars, one leaf a cell: many small operations a step."""

import jax
import jax.numpy as jnp


def activity(coupling: jax.Array, start: jax.Array, inputs: jax.Array) -> jax.Array:
    """Let each cell of a ring follow its two neighbours and a common input; add up the first cell over all steps.

    Σₜ x₀ after step t, with xᵢ ← tanh(xᵢ / 2 + k xᵢ₋₁ xᵢ₊₁ + uₜ), the indices modulo n.

    Args:
        coupling: k, (), any floating dtype.
        start: x before the first step, (n,), of coupling's dtype, n at least 1. The scan carries n scalars.
        inputs: u, (steps,), of coupling's dtype.

    Returns:
        A scalar of coupling's dtype.

    Source: jax-ml/jax#40150, written anew.
    """
    names = [f"cell {index}" for index in range(len(start))]
    neighbours = {name: (names[index - 1], names[(index + 1) % len(names)]) for index, name in enumerate(names)}

    def take_step(cells: dict[str, jax.Array], given: jax.Array) -> tuple[dict[str, jax.Array], jax.Array]:
        products = {name: cells[before] * cells[after] for name, (before, after) in neighbours.items()}
        cells = {name: jnp.tanh(cells[name] / 2 + coupling * products[name] + given) for name in names}
        return cells, cells[names[0]]

    _, first = jax.lax.scan(take_step, dict(zip(names, start, strict=True)), inputs)
    return jnp.sum(first)


def activity_gradient(coupling: jax.Array, start: jax.Array, inputs: jax.Array) -> jax.Array:
    """Derivative of `activity` in the coupling, in reverse mode: what every step has made is kept for the way back.

    Args:
        coupling: (), any floating dtype.
        start: (n,), of coupling's dtype, n at least 1.
        inputs: (steps,), of coupling's dtype.

    Returns:
        A scalar of coupling's dtype.

    Source: jax-ml/jax#40150, written anew.
    """
    gradient: jax.Array = jax.grad(activity)(coupling, start, inputs)
    return gradient
