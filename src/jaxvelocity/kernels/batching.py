"""An affine map of a batch of which only a part carries the batch axis, and not as its first: three ways to apply it.

The parameters are a dictionary of one matrix and one scale for all examples and one offset an example; the examples are
columns.
"""

import jax
import jax.numpy as jnp


def affine(parameters: dict[str, jax.Array], column: jax.Array) -> jax.Array:
    """Map one example x, s A x + c.

    Args:
        parameters: "matrix" is A, (m, n), any floating dtype; "offset" is c, (m,), and "scale" is s, (), both of
            matrix's dtype.
        column: x, (n,), of matrix's dtype.

    Returns:
        (m,), of matrix's dtype.

    Raises:
        TypeError: matrix and column have different n, or matrix and offset different m, neither of them 1.
    """
    return parameters["scale"] * (parameters["matrix"] @ column) + parameters["offset"]


def affine_by_loop(parameters: dict[str, jax.Array], batch: jax.Array) -> jax.Array:
    """Map every column of a batch by `affine`, each with an offset of its own, by a Python loop.

    Args:
        parameters: "matrix" is (m, n), any floating dtype; "offset" is (b, m) and "scale" is (), both of matrix's
            dtype.
        batch: (n, b), b at least 1, of matrix's dtype. Under jit the loop is unrolled.

    Returns:
        (m, b), of matrix's dtype.

    Raises:
        TypeError: matrix and batch have different n.
        ValueError: offset and batch have different b, or b is 0.
    """
    examples = zip(parameters["offset"], batch.T, strict=True)
    return jnp.stack([affine({**parameters, "offset": offset}, column) for offset, column in examples], axis=1)


def affine_by_hand(parameters: dict[str, jax.Array], batch: jax.Array) -> jax.Array:
    """Map every column of the batch X at once, s A X + Cᵀ, C the offsets: one product of two matrices.

    Args:
        parameters: as of `affine_by_loop`.
        batch: X, (n, b), of matrix's dtype.

    Returns:
        (m, b), of matrix's dtype.

    Raises:
        TypeError: matrix and batch have different n, or offset and batch different b, neither of them 1.
    """
    return parameters["scale"] * (parameters["matrix"] @ batch) + parameters["offset"].T


def affine_by_vmap(parameters: dict[str, jax.Array], batch: jax.Array) -> jax.Array:
    """Map every column of a batch, each with an offset of its own, by `jax.vmap` of `affine`.

    Args:
        parameters: as of `affine_by_loop`.
        batch: (n, b), of matrix's dtype.

    Returns:
        (m, b), of matrix's dtype.

    Raises:
        TypeError: matrix and batch have different n.
        ValueError: offset and batch have different b.

    Source: the nested in_axes of `jax.vmap`'s documentation.
    """
    axes = {"matrix": None, "offset": 0, "scale": None}
    return jax.vmap(affine, in_axes=(axes, 1), out_axes=1)(parameters, batch)
