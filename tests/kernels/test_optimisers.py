import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.optimisers import adam_step, residual_error

STATE = _inputs.training_state(1, 2, 1)

TRACED = [
    (residual_error, (STATE[0], *STATE[4:])),
    (functools.partial(adam_step, rate=1e-3), STATE),
]

BUILT = [
    (STATE[0]["weights 0"], np.float32, [[0.5819, 0.0134], [-0.2984, 0.1321]]),
    (STATE[0]["offset 0"], np.float32, [-0.0672, -0.0608]),
    (STATE[1]["weights 0"], np.float32, [[-0.0071, -0.0060], [-0.0001, -0.0149]]),
    (STATE[1]["offset 0"], np.float32, [0.0060, 0.0023]),
    (np.float32(1e4) * STATE[2]["weights 0"], np.float32, [[1.1636, 0.6778], [1.0254, 0.6427]]),
    (STATE[3], np.int32, 10),
    (STATE[4], np.float32, [[-0.1998, 0.1286]]),
    (STATE[5], np.float32, [[-3.7779, -0.5152]]),
]

SIZES = [(0, 2, 3), (1, 1, 1), (3, 5, 2), (8, 8, 64)]  # (layers, width, batch)


@pytest.mark.parametrize("sizes", SIZES)
def test_residual_error_agrees_with_its_reference(transform, agree, sizes):
    parameters, *_, rows, targets = _inputs.training_state(*sizes)
    result = transform(residual_error)(*jax.tree.map(jnp.asarray, (parameters, rows, targets)))
    agree(result, _references.optimisers.residual_error(parameters, rows, targets), rtol=5e-6)


@pytest.mark.parametrize("sizes", SIZES)
def test_adam_step_agrees_with_its_reference(agree, sizes):
    state = _inputs.training_state(*sizes)
    result = jax.jit(functools.partial(adam_step, rate=1e-3))(*jax.tree.map(jnp.asarray, state))
    # A gradient of 1 or less is off by some 20 eps, after eight layers, and a tenth of that goes into m.
    agree(result, _references.optimisers.adam_step(*state, rate=1e-3), rtol=1e-5, atol=1e-6)


def test_a_step_by_hand(transform, agree):
    # tanh 0 is 0: x = 3, y = 1, the error (3 - 1)² / 2 = 2, ∂x = 2 = ∂z = ∂c, ∂W = 3 · 2. At the first step from
    # m and v of 0, m / (1 - 0.9) = g and v / (1 - 0.999) = g²: both parameters go down by the rate, but for the 10⁻⁸.
    zero = {"weights 0": np.zeros((1, 1), np.float32), "offset 0": np.zeros(1, np.float32)}
    rows, targets = np.array([[3]], np.float32), np.array([[1]], np.float32)
    state = zero, zero, zero, np.array(0, np.int32), rows, targets
    gradient = {"weights 0": np.array([[6]], np.float32), "offset 0": np.array([2], np.float32)}
    expected = (
        {name: np.full_like(array, -0.25) for name, array in gradient.items()},
        {name: np.float32(0.1) * array for name, array in gradient.items()},
        {name: np.float32(0.001) * array**2 for name, array in gradient.items()},
        np.array(1, np.int32),
        np.array(2, np.float32),
    )
    # 1 - 0.999 is off by half an eps of 1, over 0.001: 6e-5, half of it behind the root.
    agree(transform(functools.partial(adam_step, rate=0.25))(*jax.tree.map(jnp.asarray, state)), expected, rtol=5e-5)
    given = _references.optimisers.adam_step(*state, rate=0.25)
    agree(jax.tree.map(jnp.asarray, given), expected, rtol=1e-6)


def test_moments_and_count_are_carried_on(transform, agree):
    # The error is 0 and so is the gradient: m and v fade, and p moves by what is left of m, 0.9, over that of v, 0.999,
    # each divided by its share after 2 steps, 0.19 and 0.001999.
    zero = {"weights 0": np.zeros((1, 1), np.float32), "offset 0": np.zeros(1, np.float32)}
    one = {name: np.ones_like(array) for name, array in zero.items()}
    row = np.ones((1, 1), np.float32)
    state = zero, one, one, np.array(1, np.int32), row, row
    moved = -0.5 * (0.9 / 0.19) / np.sqrt(0.999 / 0.001999)
    expected = (
        *({name: np.full_like(array, value) for name, array in zero.items()} for value in (moved, 0.9, 0.999)),
        np.array(2, np.int32),
        np.array(0, np.float32),
    )
    agree(transform(functools.partial(adam_step, rate=0.5))(*jax.tree.map(jnp.asarray, state)), expected, rtol=5e-5)
    given = _references.optimisers.adam_step(*state, rate=0.5)
    agree(jax.tree.map(jnp.asarray, given), expected, rtol=1e-6)


def test_the_gradient_agrees_with_central_differences(central_differences):
    parameters, firsts, seconds, count, rows, targets = jax.tree.map(
        lambda array: array.astype(np.float64) if array.dtype == np.float32 else array, _inputs.training_state(2, 3, 4)
    )
    error = jax.jit(residual_error)
    with jax.enable_x64(True):
        _, means, *_ = jax.jit(adam_step)(parameters, firsts, seconds, count, rows, targets, rate=1e-3)
        for name, array in parameters.items():
            expected = central_differences(
                lambda x, name=name: error({**parameters, name: x}, rows, targets), array, step=1e-4
            )
            # m = 0.9 m + 0.1 g. The third derivative, of 1 or so, times h² / 6 = 2e-9.
            np.testing.assert_allclose((means[name] - 0.9 * firsts[name]) / 0.1, expected, atol=1e-8)
            assert means[name].dtype == np.float64


def test_donated_leaves_are_given_up_and_come_back():
    state = jax.tree.map(jnp.asarray, _inputs.training_state(8, 4, 2))
    result = jax.jit(functools.partial(adam_step, rate=1e-3), donate_argnums=(0, 1, 2))(*state)
    assert [len(jax.tree.leaves(part)) for part in result] == [16, 16, 16, 1, 1]
    assert all(leaf.is_deleted() for leaf in jax.tree.leaves(state[:3]))
    assert not any(leaf.is_deleted() for leaf in state[3:])


def test_what_does_not_fit_is_refused():
    parameters, firsts, seconds, count, rows, targets = jax.tree.map(jnp.asarray, _inputs.training_state(1, 3, 2))
    step = functools.partial(jax.eval_shape, functools.partial(adam_step, rate=1e-3))
    with pytest.raises(TypeError, match="contracting dimensions"):
        step(parameters, firsts, seconds, count, rows[:, :2], targets)
    with pytest.raises(TypeError, match="incompatible shapes"):
        step(parameters, firsts, seconds, count, rows, targets[:, :2])
    with pytest.raises(ValueError, match="pytree structure error"):
        step(parameters, {"weights 0": firsts["weights 0"]}, seconds, count, rows, targets)
