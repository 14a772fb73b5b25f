import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.tensor_networks import squared_norm, squared_norm_gradient

TRACED = [
    (squared_norm, _inputs.state_and_gates(3, 2)),
    (squared_norm_gradient, _inputs.state_and_gates(3, 2)),
]

SIZES = [(2, 0), (2, 3), (3, 1), (3, 5), (5, 4)]  # (sites, gates): none, fewer than pairs of axes, as many, more


@pytest.mark.parametrize(("sites", "gates"), SIZES)
def test_squared_norm_agrees_with_its_reference(transform, agree, sites, gates):
    inputs = _inputs.state_and_gates(sites, gates)
    result = transform(squared_norm)(*jax.tree.map(jnp.asarray, inputs))
    # Of at most 32 squares, each of the sum of four products at each of five gates.
    agree(result, _references.tensor_networks.squared_norm(*inputs), rtol=1e-5)


@pytest.mark.parametrize(("sites", "gates"), SIZES)
def test_gradient_agrees_with_its_reference(transform, agree, sites, gates):
    inputs = _inputs.state_and_gates(sites, gates)
    result = transform(squared_norm_gradient)(*jax.tree.map(jnp.asarray, inputs))
    # Sums of at most a hundred terms of both signs, none above 10: an eps of each.
    agree(result, _references.tensor_networks.squared_norm_gradient(*inputs), rtol=1e-5, atol=1e-4)


def test_values_by_hand(transform, agree):
    # The gate takes place (1, 0) to (0, 1), three times as large, and all others to nothing.
    gate = np.zeros((2, 2, 2, 2), np.float32)
    gate[0, 1, 1, 0] = 3
    state = np.array([[1, 2], [5, 7]], np.float32)
    squared = np.float32(15**2)
    agree(transform(squared_norm)(jnp.asarray(state), (jnp.asarray(gate),)), squared)
    agree(jnp.asarray(_references.tensor_networks.squared_norm(state, (gate,))), squared)
    # Σ (g s)²: of the place, 2 · 15 · 3; of the gate's row of (0, 1), 2 · 15 s.
    in_gate = np.zeros((2, 2, 2, 2), np.float32)
    in_gate[0, 1] = 30 * state
    gradient = (np.array([[0, 0], [90, 0]], np.float32), (in_gate,))
    agree(transform(squared_norm_gradient)(jnp.asarray(state), (jnp.asarray(gate),)), gradient)
    agree(jax.tree.map(jnp.asarray, _references.tensor_networks.squared_norm_gradient(state, (gate,))), gradient)


def test_gates_go_along_the_axes_in_turn_and_begin_anew_after_the_last(transform, agree):
    state, gates = _inputs.state_and_gates(3, 3)
    expected = np.einsum("abcd,cdz->abz", gates[0], state)
    expected = np.einsum("bzcd,acd->abz", gates[1], expected)
    expected = np.einsum("abcd,cdz->abz", gates[2], expected)
    result = transform(squared_norm)(*jax.tree.map(jnp.asarray, (state, gates)))
    agree(result, np.sum(expected**2), rtol=1e-5)


def test_gradient_agrees_with_central_differences(transform, central_differences):
    state, gates = jax.tree.map(np.float64, _inputs.state_and_gates(3, 3))
    # The third gate is at the axes of the first. Central differences of a quadratic are exact but for rounding: that
    # of a norm of some 10, over the step, 10 · 2⁻⁵³ / 1e-2 = 1e-13 for each of its additions.
    with jax.enable_x64(True):
        in_state, in_gates = transform(squared_norm_gradient)(*jax.tree.map(jnp.asarray, (state, gates)))
        expected = central_differences(lambda state: squared_norm(state, gates), state, step=1e-2)
        np.testing.assert_allclose(in_state, expected, atol=1e-10)
        for number, gradient in enumerate(in_gates):

            def of_gate(gate, number=number):
                return squared_norm(jnp.asarray(state), (*gates[:number], gate, *gates[number + 1 :]))

            np.testing.assert_allclose(gradient, central_differences(of_gate, gates[number], step=1e-2), atol=1e-10)
    assert in_state.dtype == np.float64


@pytest.mark.parametrize("kernel", [squared_norm, squared_norm_gradient])
def test_a_gate_of_another_length_is_refused(transform, kernel):
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(kernel)(jnp.ones((2, 2)), (jnp.ones((3, 3, 3, 3)),))


@pytest.mark.parametrize("kernel", [squared_norm, squared_norm_gradient])
def test_a_state_of_one_axis_is_refused(transform, kernel):
    with pytest.raises(ZeroDivisionError):
        transform(kernel)(jnp.ones(2), (jnp.ones((2, 2, 2, 2)),))
