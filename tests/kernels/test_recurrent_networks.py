import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.recurrent_networks import lstm

TRACED = [(lstm, _inputs.cell_and_sequence(3, 2, 4, 2))]

CELL = _inputs.cell_and_sequence(1, 1, 2, 1)

BUILT = [
    (CELL[0], np.float32, [[1.2629, 0.4997, 1.3930, -0.4350]]),
    (CELL[1], np.float32, [[-1.1354, -1.1665, -1.5550, -0.6840]]),
    (CELL[2], np.float32, [-0.1239, 0.1202, -0.1183, 0.0421]),
    (CELL[3], np.float32, [[[-0.0439]], [[-0.6073]]]),
]


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (3, 2, 0, 2), (2, 5, 7, 3), (32, 128, 64, 2)])
def test_lstm_agrees_with_its_reference(transform, agree, sizes):
    arguments = _inputs.cell_and_sequence(*sizes)
    result = transform(lstm)(*map(jnp.asarray, arguments))
    # Gates are sums of at most 160 products of values of 1 or so, whose roundings of half an eps add up as a random
    # walk does; a step multiplies what it finds by a forget gate, of 1/2 or so.
    agree(result, _references.recurrent_networks.lstm(*arguments), rtol=1e-5, atol=1e-5)


def test_values_by_hand(transform, agree):
    # The weights are 0, so that the gates are the offsets': σ(100) = 1 twice, tanh(100) = 1, σ(0) = 1/2. The cell goes
    # up by 1 at each step, and half its tanh is seen.
    offset = np.array([100, 100, 100, 0], np.float32)
    arguments = np.zeros((1, 4), np.float32), np.zeros((1, 4), np.float32), offset, np.ones((2, 1, 1), np.float32)
    expected = np.array([[[np.tanh(1) / 2]], [[np.tanh(2) / 2]]], np.float32)
    agree(transform(lstm)(*map(jnp.asarray, arguments)), expected, rtol=1e-6)
    agree(jnp.asarray(_references.recurrent_networks.lstm(*arguments)), expected, rtol=1e-7)


@pytest.mark.parametrize("gate", range(4))
def test_the_input_reaches_its_gates_in_their_order(transform, agree, gate):
    inward = np.zeros((1, 4), np.float32)
    inward[0, gate] = 2
    arguments = inward, np.zeros((1, 4), np.float32), np.full(4, 0.5, np.float32), np.ones((1, 1, 1), np.float32)
    i, _, g, o = np.where(np.arange(4) == gate, 2.5, 0.5)
    # From c = 0 the forget gate has nothing to let through.
    expected = np.array([[[np.tanh(np.tanh(g) / (1 + np.exp(-i))) / (1 + np.exp(-o))]]], np.float32)
    agree(transform(lstm)(*map(jnp.asarray, arguments)), expected, rtol=1e-6)
    agree(jnp.asarray(_references.recurrent_networks.lstm(*arguments)), expected, rtol=1e-7)


def test_a_step_sees_the_output_before_it():
    inward, recurrent, offset, sequence = map(jnp.asarray, _inputs.cell_and_sequence(2, 3, 5, 1))
    whole = jax.jit(lstm)(inward, recurrent, offset, sequence)
    first_changed = jax.jit(lstm)(inward, recurrent, offset, sequence.at[0].add(1.0))
    assert not np.any(np.isclose(whole[1], first_changed[1], atol=1e-6))
    last_changed = jax.jit(lstm)(inward, recurrent, offset, sequence.at[-1].add(1.0))
    np.testing.assert_array_equal(whole[:-1], last_changed[:-1])


def test_in_float64_the_result_is_float64(transform, agree):
    arguments = tuple(array.astype(np.float64) for array in _inputs.cell_and_sequence(3, 4, 5, 2))
    with jax.enable_x64(True):
        result = transform(lstm)(*map(jnp.asarray, arguments))
        agree(result, _references.recurrent_networks.lstm(*arguments), rtol=1e-12, atol=1e-14)


def test_shapes_that_do_not_fit_are_refused():
    inward, recurrent, offset, sequence = map(jnp.asarray, _inputs.cell_and_sequence(3, 4, 5, 2))
    with pytest.raises(TypeError, match="contracting dimensions"):
        jax.eval_shape(lstm, inward, recurrent, offset, sequence[..., :2])
    with pytest.raises(TypeError, match="incompatible shapes"):
        jax.eval_shape(lstm, inward, recurrent[:, :12], offset, sequence)
