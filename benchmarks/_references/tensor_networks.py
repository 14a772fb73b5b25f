"""What `kernels.tensor_networks` must return."""

from collections.abc import Sequence

import numpy as np


def squared_norm(state: np.ndarray, gates: Sequence[np.ndarray]) -> np.ndarray:
    """Of `tensor_networks.squared_norm`."""
    return np.sum(_states(state, gates)[-1] ** 2).astype(state.dtype)


def squared_norm_gradient(state: np.ndarray, gates: Sequence[np.ndarray]) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Of `tensor_networks.squared_norm_gradient`.

    A gate g makes t = g s of the state s. Backwards from 2 t of the last one: with ∂t known, ∂g = ∂t sᵀ and
    ∂s = gᵀ ∂t, each as matrices whose columns are the other axes.
    """
    states = _states(state, gates)
    backward = 2.0 * states[-1]
    in_gates = []
    for number in reversed(range(len(gates))):
        axis = number % (state.ndim - 1)
        in_gates.append(
            (_as_columns(backward, axis) @ _as_columns(states[number], axis).T).reshape(gates[number].shape)
        )
        backward = _applied(_matrix(gates[number]).T, backward, axis)
    return backward.astype(state.dtype), tuple(gradient.astype(state.dtype) for gradient in reversed(in_gates))


def _states(state: np.ndarray, gates: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Give the state before each gate, and after the last, in float64."""
    states = [state.astype(np.float64)]
    for number, gate in enumerate(gates):
        states.append(_applied(_matrix(gate), states[-1], number % (state.ndim - 1)))
    return states


def _applied(matrix: np.ndarray, state: np.ndarray, axis: int) -> np.ndarray:
    moved = np.moveaxis(state, (axis, axis + 1), (0, 1))
    return np.moveaxis((matrix @ _as_columns(state, axis)).reshape(moved.shape), (0, 1), (axis, axis + 1))


def _as_columns(state: np.ndarray, axis: int) -> np.ndarray:
    """Give the state as a matrix, a row for each pair of places on the axis and on the next."""
    return np.moveaxis(state, (axis, axis + 1), (0, 1)).reshape(state.shape[axis] * state.shape[axis + 1], -1)


def _matrix(gate: np.ndarray) -> np.ndarray:
    rows, columns = gate.shape[0] * gate.shape[1], gate.shape[2] * gate.shape[3]
    return gate.astype(np.float64).reshape(rows, columns)
