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

_FORM = 64
"""So many steps there are at the least, on both sides, so that only their number differs: a program with some of a
kind may be compiled and run in another way than one with none, which is a change of its own."""

_WRITTEN_OUT = 512
"""So many steps at the most are written out in the program; where that is not enough for a call, a loop takes them."""

_ENOUGH = (0.5, 2.0)
"""The cost of one turn is taken where all of them make a call so much longer."""

_MOST_TURNS = 10**8


def planted(function: Callable[..., Any], kind: str, number: int) -> Callable[..., Any]:
    """Give a function of the same values with so many `steps`, `turns` or `sorts` more. Raises KeyError."""
    return {"steps": with_extra_steps, "turns": with_extra_turns, "sorts": with_extra_sorts}[kind](function, number)


def with_extra_steps(function: Callable[..., Any], number: int) -> Callable[..., Any]:
    """Lengthen a short call: after its work it takes so many steps more than their form has.

    The steps start from the result, so that no thread can take them beside the work, and each hangs on the one before.
    They are written out: a short program has no loop.
    """
    return _after(function, lambda result: _steps(_start(result), _FORM + number))


def with_extra_turns(function: Callable[..., Any], number: int) -> Callable[..., Any]:
    """Lengthen a long call: after its work it takes so many turns more of a loop, of some steps each."""
    return _after(
        function,
        lambda result: jax.lax.fori_loop(0, 2 + number, lambda _, value: _steps(value, _FORM), _start(result)),
    )


def _start(result: jax.Array) -> jax.Array:
    return jnp.where(jnp.isfinite(_seed(result)), jnp.float32(1), jnp.float32(2))


def _steps(value: jax.Array, number: int) -> jax.Array:
    for _ in range(number):
        value = jnp.sqrt(value + 1)
    return value


def with_extra_sorts(function: Callable[..., Any], number: int) -> Callable[..., Any]:
    """Enlarge a program: after its work it sorts the result so many times, which takes code and a buffer each."""

    def sorts(result: jax.Array) -> jax.Array:
        values = jnp.ravel(result)
        for _ in range(number):
            values = jax.lax.sort(jnp.flip(values))
        return jnp.abs(_seed(values))

    return _after(function, sorts) if number else function


def _after(function: Callable[..., Any], extra: Callable[[jax.Array], jax.Array]) -> Callable[..., Any]:
    """Put the outcome of extra work into one element of the first result, so that no compiler can leave it out."""

    @functools.wraps(function)
    def with_extra(*arguments: Any) -> Any:
        leaves, tree = jax.tree.flatten(function(*arguments))
        first = leaves[0]
        origin = (0,) * first.ndim
        never = extra(first) > 1e30
        changed = jnp.where(never, jnp.zeros_like(first[origin]), first[origin])
        leaves[0] = jax.lax.dynamic_update_slice(first, changed.reshape((1,) * first.ndim), origin)
        return jax.tree.unflatten(tree, leaves)

    return with_extra


def _seed(result: jax.Array) -> jax.Array:
    """Give the first element as float32."""
    return jnp.real(result[(0,) * result.ndim]).astype(jnp.float32)


def sized(plain: Callable[..., Any], placed: tuple[Any, ...], share: float) -> tuple[str, int]:
    """Find the kind and number of extra work that makes a call `share` longer, 0.05 for 5 %.

    It follows from what many cost, in turns with none: a call or more, where a single one costs less than that.
    """

    def cost_of(kind: str, number: int) -> float:
        return _cost(*(_bursts(jax.jit(planted(plain, kind, one)), placed) for one in (0, number)))

    cost = cost_of("steps", _WRITTEN_OUT)
    if cost >= _ENOUGH[0]:
        return "steps", max(1, round(_WRITTEN_OUT * share / cost))
    turns = 64
    while True:
        cost = cost_of("turns", turns)
        if cost >= _ENOUGH[0] and (cost <= _ENOUGH[1] or turns == 1):
            return "turns", max(1, round(turns * share / cost))
        if turns >= _MOST_TURNS:
            raise RuntimeError(f"{turns} turns of extra work cost no time")
        turns = min(_MOST_TURNS, max(1, round(turns * min(max(1 / max(cost, 0.01), 0.01), 32))))


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
