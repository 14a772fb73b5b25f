"""Functions of the host inside a program: Python and NumPy, called back from compiled code."""

import jax


def on_host(x: jax.Array, *, function: object) -> jax.Array:
    """Apply a function that works on the host, f(x), by `jax.pure_callback`.

    Args:
        x: any shape, any floating dtype.
        function: f, of one NumPy array, gives one of its dtype and shape, such as `numpy.sin`. What it is given is a
            NumPy array or, in some releases, a JAX array that NumPy reads as one.

    Returns:
        An array of x's shape and dtype.

    Source: JAX's documentation, external callbacks.
    """
    like = jax.ShapeDtypeStruct(x.shape, x.dtype)  # type: ignore[no-untyped-call]  # JAX has no types here
    result: jax.Array = jax.pure_callback(function, like, x)  # type: ignore[arg-type]  # its type is no Callable here
    return result
