"""Draws from JAX's default generator, Threefry-2x32, by keys that come as raw numbers.

The values of a draw are those of jax_threefry_partitionable, the default from 0.5.0: before that, it must be set to
get the same ones.
"""

import jax
import jax.numpy as jnp


def draw_normals(key: jax.Array, size: int) -> jax.Array:
    """Draw from the standard normal distribution, √2 erf⁻¹(u) with u uniform in -1 to 1.

    Args:
        key: a key's two words, (2,), uint32.
        size: n, a Python int, at least 0: static under jit.

    Returns:
        (n,), of JAX's default floating dtype (float32 unless x64 is enabled).

    Source: `jax.random.normal`.
    """
    return jax.random.normal(jax.random.wrap_key_data(key, impl="threefry2x32"), (size,))


def draw_integers(key: jax.Array, size: int, low: int, high: int) -> jax.Array:
    """Draw integers of a range, all nearly as likely as each other: two words modulo the range's length.

    Of a range longer than 65536 one word decides, and of a long one some integers come twice as often as others.

    Args:
        key: a key's two words, (2,), uint32.
        size: n, a Python int, at least 0: static under jit.
        low: the least, a Python int that fits in int32: static under jit.
        high: one above the greatest, a Python int above low that fits in int32: static under jit.

    Returns:
        (n,), int32.

    Source: `jax.random.randint`.
    """
    wrapped = jax.random.wrap_key_data(key, impl="threefry2x32")
    return jax.random.randint(wrapped, (size,), low, high, dtype=jnp.int32)


def draw_gamma_means(key: jax.Array, shape: float, size: int) -> tuple[jax.Array, jax.Array]:
    """Draw from a gamma distribution of scale 1 by rejection, and take the draws' mean and that of their logarithms.

    Of many draws the first comes near α, the second near ψ(α), the digamma function.

    Args:
        key: a key's two words, (2,), uint32.
        shape: α, a Python float, at least 0.2: static under jit. Of a smaller one some draws are 0, whose logarithm
            is -inf.
        size: the number of draws, a Python int, at least 1: static under jit.

    Returns:
        Both means, two scalars of JAX's default floating dtype (float32 unless x64 is enabled).

    Source: `jax.random.gamma`; Marsaglia and Tsang, A simple method for generating gamma variables, ACM Transactions on
    Mathematical Software 26 (2000).
    """
    draws = jax.random.gamma(jax.random.wrap_key_data(key, impl="threefry2x32"), shape, (size,))
    return jnp.mean(draws), jnp.mean(jnp.log(draws))


def draw_classes(key: jax.Array, logits: jax.Array) -> jax.Array:
    """Draw one class for each row, with probabilities softmax(l), as the argmax of l plus Gumbel noise.

    Args:
        key: a key's two words, (2,), uint32.
        logits: l, (b, n), any floating dtype, n at least 1.

    Returns:
        The classes, 0 … n - 1, (b,), of JAX's default integer dtype (int32 unless x64 is enabled).

    Source: `jax.random.categorical`.
    """
    return jax.random.categorical(jax.random.wrap_key_data(key, impl="threefry2x32"), logits)


def draw_permutation(key: jax.Array, values: jax.Array) -> jax.Array:
    """Put the elements of a vector in a random order, by sorting them with random words as their keys.

    Args:
        key: a key's two words, (2,), uint32.
        values: (n,), any dtype.

    Returns:
        The same elements, (n,), of values' dtype.

    Source: `jax.random.permutation`.
    """
    return jax.random.permutation(jax.random.wrap_key_data(key, impl="threefry2x32"), values)


def draw_walk(key: jax.Array, start: jax.Array, steps: int) -> jax.Array:
    """Walk at random, with a key of each step made of the one key and the step's number, by a scan.

    xₜ₊₁ = xₜ + normal(fold_in(key, t)), t from 0.

    Args:
        key: a key's two words, (2,), uint32.
        start: x₀, (k,), any floating dtype.
        steps: n, a Python int, at least 0: static under jit.

    Returns:
        x₁ … xₙ, (n, k), of start's dtype.

    Source: `jax.random.fold_in`, as people use it in a sampler's or a training run's loop.
    """
    wrapped = jax.random.wrap_key_data(key, impl="threefry2x32")

    def step(x: jax.Array, t: jax.Array) -> tuple[jax.Array, jax.Array]:
        moved = x + jax.random.normal(jax.random.fold_in(wrapped, t), x.shape, x.dtype)
        return moved, moved

    _, path = jax.lax.scan(step, start, jnp.arange(steps))
    return path
