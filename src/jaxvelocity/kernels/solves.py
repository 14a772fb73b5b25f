"""Many small linear systems at once: a factorisation and two substitutions each, with nothing to amortise them on."""

import jax
import jax.numpy as jnp


def solve_each(matrices: jax.Array, right_sides: jax.Array) -> jax.Array:
    """Solve each system A x = b of a batch, with one right-hand side each.

    Args:
        matrices: A of each system, (b, n, n), float32 or float64, none singular.
        right_sides: b of each system, (b, n), of matrices' dtype.

    Returns:
        x of each system, (b, n), of matrices' dtype.

    Raises:
        ValueError: the matrices are not square, or the two differ in n, or in b, neither of them 1.

    Source: jax-ml/jax#36799 (comment) and jax-ml/jax#36927, written anew. The right-hand sides go in as matrices of
    one column, because `jnp.linalg.solve` has changed what a batch of vectors means to it.
    """
    columns: jax.Array = jnp.linalg.solve(matrices, right_sides[:, :, jnp.newaxis])
    return columns[:, :, 0]


def solve_gradients(matrices: jax.Array, right_sides: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Gradients of Σ |x|² / 2 over a batch of systems A x = b: by b, A⁻ᵀ x of each system, and by A, -A⁻ᵀ x xᵀ.

    Args:
        matrices: A of each system, (b, n, n), float32 or float64, none singular.
        right_sides: b of each system, (b, n), of matrices' dtype.

    Returns:
        The gradients by matrices, (b, n, n), and by right_sides, (b, n), of matrices' dtype.

    Raises:
        ValueError: the matrices are not square, or the two differ in n, or in b, neither of them 1.

    Source: as people differentiate through a solve, in an implicit step or a fit.
    """

    def half_square(matrices: jax.Array, right_sides: jax.Array) -> jax.Array:
        return jnp.sum(solve_each(matrices, right_sides) ** 2) / 2

    by_matrices, by_right_sides = jax.grad(half_square, argnums=(0, 1))(matrices, right_sides)
    return by_matrices, by_right_sides
