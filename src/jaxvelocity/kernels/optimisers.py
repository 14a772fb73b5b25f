"""Optimisers: steps of training, whose parameters go in and come out again, leaf by leaf."""

import jax
import jax.numpy as jnp

Leaves = dict[str, jax.Array]


def residual_error(parameters: Leaves, rows: jax.Array, targets: jax.Array) -> jax.Array:
    """Half the mean squared error of a residual network, ½ mean (x - y)² after x ← x + tanh(x W + c) at each layer.

    Args:
        parameters: of layer l, from 0 on, "weights l", W, (d, d), and "offset l", c, (d,), all of one floating dtype.
        rows: x, (b, d), of parameters' dtype.
        targets: y, (b, d), of parameters' dtype.

    Returns:
        A scalar of parameters' dtype.

    Raises:
        TypeError: parameters and rows have different d, or rows and targets different shapes, neither of them 1.
    """
    for layer in range(len(parameters) // 2):
        rows = rows + jnp.tanh(rows @ parameters[f"weights {layer}"] + parameters[f"offset {layer}"][jnp.newaxis])
    return 0.5 * jnp.mean(jnp.square(rows - targets))


def adam_step(
    parameters: Leaves,
    firsts: Leaves,
    seconds: Leaves,
    count: jax.Array,
    rows: jax.Array,
    targets: jax.Array,
    *,
    rate: float,
) -> tuple[Leaves, Leaves, Leaves, jax.Array, jax.Array]:
    """Take one step of Adam down the gradient g of `residual_error`, leaf by leaf.

    With n one more than count: m ← 0.9 m + 0.1 g, v ← 0.999 v + 0.001 g²,
    p ← p - rate · (m / (1 - 0.9ⁿ)) / (√(v / (1 - 0.999ⁿ)) + 10⁻⁸).

    Args:
        parameters: p, as of `residual_error`, float32 or float64: in float32 1 - 0.999ⁿ is off by 3e-5 at n = 1, in
            a shorter dtype it is 0.
        firsts: m, the mean of the gradients so far, of parameters' names, shapes and dtype.
        seconds: v, the mean of their squares, none below 0, of parameters' names, shapes and dtype.
        count: how many steps there have been, (), int32.
        rows: (b, d), of parameters' dtype.
        targets: (b, d), of parameters' dtype.
        rate: the step's length, where all gradients are equal.

    Returns:
        p, m and v after the step, n, and the error before it, a scalar of parameters' dtype.

    Raises:
        TypeError: parameters and rows have different d, or rows and targets different shapes, neither of them 1.
        ValueError: parameters, firsts and seconds have different names.

    Source: Kingma and Ba, Adam: a method for stochastic optimization, 2015.
    """
    error, gradient = jax.value_and_grad(residual_error)(parameters, rows, targets)
    count = count + 1
    steps = count.astype(rows.dtype)
    firsts = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, firsts, gradient)
    seconds = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * jnp.square(g), seconds, gradient)
    first_share, second_share = 1.0 - 0.9**steps, 1.0 - 0.999**steps

    def moved(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        return p - rate * (m / first_share) / (jnp.sqrt(v / second_share) + 1e-8)

    parameters = jax.tree.map(moved, parameters, firsts, seconds)
    return parameters, firsts, seconds, count, error
