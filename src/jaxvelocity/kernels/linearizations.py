"""Linear maps that stand for a function near a point: made once, applied many times."""

import jax

from jaxvelocity.kernels.hessians import rosenbrock


def hessian_products(x: jax.Array, directions: jax.Array) -> jax.Array:
    """Multiply the Hessian of `hessians.rosenbrock` by vectors, one after the other, without the matrix.

    `jax.linearize` of the gradient gives the map v → H(x) v; `jax.lax.map` applies it.

    Args:
        x: (n,), any floating dtype.
        directions: v, (m, n), of x's dtype.

    Returns:
        H v of each v, (m, n), of x's dtype.

    Raises:
        ValueError: the two differ in n.

    Source: Pearlmutter, Fast exact multiplication by the Hessian, Neural Computation 6 (1994); `jax.linearize`.
    """
    _, multiply = jax.linearize(jax.grad(rosenbrock), x)
    products: jax.Array = jax.lax.map(multiply, directions)
    return products
