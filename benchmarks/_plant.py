"""Extra work of a known size, planted in a function: what a duet must see, to show that it sees."""

import functools
import statistics
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

_BURST_SECONDS = 10e-3

_PAIRS = 24

_ROUNDS = 6
"""So often the number of iterations is corrected by what it has cost."""

_NEAR = 0.1
"""The cost is right when it is within this share of what was asked for."""


def with_extra_work(function: Callable[..., Any], iterations: int) -> Callable[..., Any]:
    """Give a function of the same values that after its work runs a loop of so many multiplications in a chain.

    The loop starts from the result, so that no thread can run it beside the work, and its outcome is put into one
    element of the result, so that no compiler can leave it out.
    """

    def extra(seed: jax.Array) -> jax.Array:
        start = jnp.where(jnp.isfinite(seed), jnp.float32(1), jnp.float32(2))
        return jax.lax.fori_loop(0, iterations, lambda _, x: x * jnp.float32(0.999) + jnp.float32(0.001), start)

    @functools.wraps(function)
    def planted(*arguments: Any) -> Any:
        leaves, tree = jax.tree.flatten(function(*arguments))
        first = leaves[0]
        origin = (0,) * first.ndim
        seed = first[origin]
        never = extra(jnp.real(seed).astype(jnp.float32)) > 1e30
        changed = jnp.where(never, jnp.zeros_like(seed), seed)
        leaves[0] = jax.lax.dynamic_update_slice(first, changed.reshape((1,) * first.ndim), origin)
        return jax.tree.unflatten(tree, leaves)

    return planted


def iterations_for(plain: Callable[..., Any], placed: tuple[Any, ...], share: float) -> dict[str, float]:
    """Find the iterations that make a call `share` longer, 0.05 for 5 %, in turns with the call as it is.

    Gives `iterations` and the `share` that they were measured to cost.
    """
    bare = _bursts(jax.jit(plain), placed)
    iterations, cost = 10, 0.0
    for _ in range(_ROUNDS):
        cost = _cost(bare, _bursts(jax.jit(with_extra_work(plain, iterations)), placed))
        if abs(cost - share) <= _NEAR * share:
            break
        wanted = iterations * share / cost if cost > 0 else iterations * 10
        iterations = max(1, round(min(wanted, iterations * 100)))
    return {"iterations": iterations, "share": cost}


def _bursts(function: Callable[..., Any], placed: tuple[Any, ...]) -> Callable[[], float]:
    """Give what makes a burst of calls and gives the seconds of one."""
    jax.block_until_ready(function(*placed))
    start = time.perf_counter()
    jax.block_until_ready(function(*placed))
    calls = max(1, round(_BURST_SECONDS / (time.perf_counter() - start)))

    def burst() -> float:
        start = time.perf_counter()
        for _ in range(calls):
            jax.block_until_ready(function(*placed))
        return (time.perf_counter() - start) / calls

    burst()
    return burst


def _cost(bare: Callable[[], float], planted: Callable[[], float]) -> float:
    ratios = []
    for number in range(_PAIRS):
        if number % 2:
            with_it, without = planted(), bare()
        else:
            without, with_it = bare(), planted()
        ratios.append(with_it / without)
    return statistics.median(ratios) - 1
