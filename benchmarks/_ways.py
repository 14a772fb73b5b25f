"""The ways to make a call, under the names of the methods that time them.

`steady`: compiled, inputs on the device. `one_thread`: the same, in a process that is held to one CPU. `eager`: not
compiled, op by op, inputs on the device. `numpy`: the same in NumPy. `host_input`: compiled, given NumPy arrays at each
call. `transfer`: those arrays to the device, and nothing else. `transfer_back`: the result to NumPy, and nothing else.
`end_to_end`: NumPy arrays in, NumPy arrays out.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import jax
import numpy as np

Arguments = tuple[Any, ...]

_COPIES = 8
"""So many host arrays take turns where each call is given new data."""

_MOST_CALLS = 50_000
"""Calls in a sample at the most; reached only by the empty body of some 30 ns."""

_MOST_RESULTS = 300
"""Results that lie ready to be brought back in one sample: making each takes longer than bringing it back."""

_ALIGNMENT, _OFFSET = 64, 16
"""Bytes: where host arrays start, 16 past a multiple of 64. NumPy's start at any multiple of 16; on the CPU JAX takes
one that starts at a multiple of 64 without a copy (of 16, in older releases), so that chance would decide."""


@dataclass(frozen=True)
class Subject:
    """What is called. compiled: under jit, or as it is where the benchmark says so. fresh: see `prepare`."""

    compiled: Callable[..., Any]
    plain: Callable[..., Any]
    numpy: Callable[..., Any] | None
    host: Arguments
    placed: Arguments
    fresh: tuple[int, ...] | None = None
    donate: tuple[int, ...] = ()


@dataclass(frozen=True)
class Bound:
    """A way bound to a subject.

    result: of one call, finished. burst: makes so many calls, each finished. refresh: makes anew what so
    many calls use up, outside the clock. wanted: what the result must be, where that is not the function's.
    """

    result: Any
    burst: Callable[[int], None]
    refresh: Callable[[int], None] = lambda calls: None
    most_calls: int = _MOST_CALLS
    wanted: Any = None


def bind(way: str, subject: Subject) -> Bound:
    """Make the first call of a way and bind its burst."""
    if subject.donate and way not in ("steady", "one_thread"):
        raise TypeError(f"donate= with {way}: only a steady call's arguments can be placed anew")
    return WAYS[way](subject)


def _steady(subject: Subject) -> Bound:
    return _donated(subject) if subject.donate else _blocked(subject.compiled, [subject.placed])


def _eager(subject: Subject) -> Bound:
    return _blocked(subject.plain, [subject.placed])


def _numpy(subject: Subject) -> Bound:
    if subject.numpy is None:
        raise TypeError("time_numpy without a function: give prepare one by numpy=")
    inputs = _host_inputs(subject, subject.host)
    result = subject.numpy(*inputs[0])
    if any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(result)):
        raise TypeError("numpy= gave a JAX array, a NumPy array is wanted: nobody waits for it")
    return Bound(result, _calls(subject.numpy, inputs))


def _host_input(subject: Subject) -> Bound:
    return _blocked(subject.compiled, _host_inputs(subject, subject.placed))


def _transfer(subject: Subject) -> Bound:
    moved = [
        tuple(arguments[position] for position in _fresh(subject))
        for arguments in _host_inputs(subject, subject.placed)
    ]
    inputs = [(arguments[0] if len(arguments) == 1 else arguments,) for arguments in moved]
    return replace(_blocked(jax.device_put, inputs), wanted=inputs[0][0])


def _transfer_back(subject: Subject) -> Bound:
    result = jax.block_until_ready(subject.compiled(*subject.placed))
    ready: list[Any] = []

    def again(array: jax.Array) -> jax.Array:
        # An array keeps what it has once been brought back as: each is brought back once.
        return jax.make_array_from_single_device_arrays(array.shape, array.sharding, [array])

    def refresh(calls: int) -> None:
        ready[:] = [jax.tree.map(again, result) for _ in range(calls)]

    if isinstance(result, jax.Array):

        def burst(calls: int) -> None:
            bring = np.asarray
            for array in ready:
                bring(array)
    else:

        def burst(calls: int) -> None:
            for arrays in ready:
                jax.tree.map(np.asarray, arrays)

    return Bound(result, burst, refresh, _MOST_RESULTS)


def _end_to_end(subject: Subject) -> Bound:
    function, inputs = subject.compiled, _host_inputs(subject, subject.placed)
    turns = _turns(inputs)
    first = jax.block_until_ready(function(*inputs[0]))

    if isinstance(first, jax.Array):

        def burst(calls: int) -> None:
            call, bring = function, np.asarray
            for arguments in turns(calls):
                bring(call(*arguments))
    else:

        def burst(calls: int) -> None:
            for arguments in turns(calls):
                jax.tree.map(np.asarray, function(*arguments))

    return Bound(first, burst)


def _donated(subject: Subject) -> Bound:
    """Bind one call a sample, whose arguments are placed anew before it."""
    placed = [subject.placed]

    def refresh(calls: int) -> None:
        placed[0] = jax.block_until_ready(jax.device_put(subject.host))

    def burst(calls: int) -> None:
        jax.block_until_ready(subject.compiled(*placed[0]))

    return Bound(jax.block_until_ready(subject.compiled(*subject.placed)), burst, refresh, most_calls=1)


def _blocked(function: Callable[..., Any], inputs: Sequence[Arguments]) -> Bound:
    """Bind a loop of blocked calls with nothing else in it."""
    result = jax.block_until_ready(function(*inputs[0]))
    turns = _turns(inputs)
    if isinstance(result, jax.Array):
        # A method call; the pytree walk of jax.block_until_ready costs 0.6 µs more.
        def burst(calls: int) -> None:
            call = function  # a local: a closure's cell costs 1 % of the smallest call
            for arguments in turns(calls):
                call(*arguments).block_until_ready()
    elif not jax.tree.leaves(result):
        burst = _calls(function, inputs)
    else:

        def burst(calls: int) -> None:
            call, block = function, jax.block_until_ready
            for arguments in turns(calls):
                block(call(*arguments))

    return Bound(result, burst)


def _calls(function: Callable[..., Any], inputs: Sequence[Arguments]) -> Callable[[int], None]:
    """Bind a loop of calls that are finished when they return."""
    turns = _turns(inputs)
    if not inputs[0]:

        def burst(calls: int) -> None:
            call = function
            for _ in range(calls):
                call()
    else:

        def burst(calls: int) -> None:
            call = function
            for arguments in turns(calls):
                call(*arguments)

    return burst


def _turns(inputs: Sequence[Arguments]) -> Callable[[int], Iterator[Arguments]]:
    """Give what gives the arguments of the next so many calls: each in turn, from one burst to the next."""
    if len(inputs) == 1:
        return lambda calls: itertools.repeat(inputs[0], calls)
    endless = itertools.cycle(inputs)
    return lambda calls: itertools.islice(endless, calls)


def _fresh(subject: Subject) -> tuple[int, ...]:
    return tuple(range(len(subject.host))) if subject.fresh is None else subject.fresh


def _host_inputs(subject: Subject, base: Arguments) -> list[Arguments]:
    """Give the arguments of the calls that take turns: the fresh ones as host arrays, the others as they are in `base`.

    The first turn holds the values themselves; the others hold them rolled, in memory of their own.
    """
    turns = 1 if subject.fresh is None else _COPIES
    return [
        tuple(
            jax.tree.map(functools.partial(_host_copy, turn), subject.host[position])
            if position in _fresh(subject)
            else one
            for position, one in enumerate(base)
        )
        for turn in range(turns)
    ]


def _host_copy(turn: int, array: Any) -> Any:
    if not isinstance(array, np.ndarray):  # a scalar, which has a type of its own
        return array
    memory = np.empty(array.nbytes + 2 * _ALIGNMENT, np.uint8)
    start = (_OFFSET - memory.ctypes.data) % _ALIGNMENT
    order = "F" if array.flags.fnc else "C"
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape, order=order)
    copy[...] = np.roll(array, turn)
    copy.flags.writeable = False
    return copy


WAYS: dict[str, Callable[[Subject], Bound]] = {
    "steady": _steady,
    "one_thread": _steady,
    "eager": _eager,
    "numpy": _numpy,
    "host_input": _host_input,
    "transfer": _transfer,
    "transfer_back": _transfer_back,
    "end_to_end": _end_to_end,
}
"""name → what binds it"""

COMPILE_NOTHING = ("numpy", "transfer")
