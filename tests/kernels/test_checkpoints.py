import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from benchmarks.transformations import Checkpoint
from jaxvelocity.kernels import checkpoints
from jaxvelocity.kernels.checkpoints import block, checkpointed_gradients


def rows_and_chain(batch, width, hidden, layers):
    return _inputs.rows(batch, width), *_inputs.factors(layers, hidden, width)


X, FIRST, SECOND = rows_and_chain(2, 3, 4, 2)
TRACED = [(block, (X, FIRST[0], SECOND[0])), (checkpointed_gradients, (X, FIRST, SECOND))]

SIZES = [(1, 1, 1, 1), (4, 6, 3, 2)]


@pytest.mark.parametrize("sizes", SIZES)
def test_both_agree_with_their_references(transform, agree, sizes):
    x, first, second = rows_and_chain(*sizes)
    # In float64 a chain of so few products leaves some hundred eps.
    x, first, second = (array.astype(np.float64) for array in (x, first, second))
    with jax.enable_x64(True):
        placed = [jnp.asarray(array) for array in (x, first, second)]
        expected = _references.checkpoints.checkpointed_gradients(x, first, second)
        agree(transform(checkpointed_gradients)(*placed), expected, rtol=1e-12, atol=1e-13)
        one = placed[0], placed[1][0], placed[2][0]
        agree(transform(block)(*one), _references.checkpoints.block(x, first[0], second[0]), rtol=1e-13, atol=1e-14)


def test_values_and_references_by_hand(transform, agree):
    # One row of one number, two hidden: x = 2, A = (0, log(2) / 2), B = (√2, 2 √2): tanh is of 0 and log 2, 0 and 3/5.
    x, first = np.array([[2.0]]), np.array([[0.0], [np.log(2) / 2]])
    second = np.array([[1.0], [2.0]]) * np.sqrt(2)
    # y = 2 + 2 · 3/5. g = y; by B: (0, 3/5) y / √2; by A: y · (1, 2) · (1, 16/25) · 2.
    y = np.array([[3.2]])
    gradients = np.array([[[6.4], [8.192]]]), np.array([[[0], [1.92]]]) / np.sqrt(2)
    with jax.enable_x64(True):
        agree(transform(block)(*map(jnp.asarray, (x, first, second))), y, rtol=1e-15)
        chain = x, first[np.newaxis], second[np.newaxis]
        agree(transform(checkpointed_gradients)(*map(jnp.asarray, chain)), gradients, rtol=1e-14)
        reference = _references.checkpoints.checkpointed_gradients(*chain)
        agree(jax.tree.map(jnp.asarray, reference), gradients, rtol=1e-14)
    np.testing.assert_allclose(_references.checkpoints.block(x, first, second), y, rtol=1e-15)


@pytest.mark.parametrize("position", [0, 1])
def test_the_gradients_agree_with_central_differences(transform, central_differences, position):
    x, *weights = (array.astype(np.float64) for array in rows_and_chain(2, 2, 3, 2))

    @jax.jit
    def loss(varied):
        y = x
        for first, second in zip(*[varied if i == position else weights[i] for i in (0, 1)], strict=True):
            y = block(y, first, second)
        return jnp.sum(jnp.square(y)) / (2 * len(x))

    with jax.enable_x64(True):
        gradients = transform(checkpointed_gradients)(*map(jnp.asarray, (x, *weights)))
        # The truncated series leaves h² |f‴| / 6, the rounding 2⁻⁵³ |f| / h: below 1e-9 both.
        expected = central_differences(loss, weights[position], step=1e-5)
    np.testing.assert_allclose(gradients[position], expected, atol=1e-8)


def temp_bytes(kernel):
    arguments = rows_and_chain(256, Checkpoint.width, Checkpoint.hidden, Checkpoint.layers)
    return jax.jit(kernel).lower(*arguments).compile().memory_analysis().temp_size_in_bytes


def test_without_the_checkpoint_what_the_blocks_hold_is_kept(monkeypatch):
    checkpointed = temp_bytes(checkpointed_gradients)
    monkeypatch.setattr(checkpoints.jax, "checkpoint", lambda function: function)
    kept = temp_bytes(lambda *arguments: checkpointed_gradients(*arguments))
    # A block's tanh are 256 × 128 numbers of 4 bytes, and there are 8 blocks; one of them is there in either case.
    assert kept - checkpointed > (Checkpoint.layers - 1) * 256 * Checkpoint.hidden * 4


def test_shapes_that_do_not_fit_are_refused(transform):
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(block)(jnp.ones((2, 3)), jnp.ones((4, 5)), jnp.ones((4, 5)))
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(checkpointed_gradients)(jnp.ones((2, 3)), jnp.ones((1, 4, 5)), jnp.ones((1, 4, 5)))
    with pytest.raises(ValueError, match="different leading axis sizes"):
        transform(checkpointed_gradients)(jnp.ones((2, 3)), jnp.ones((1, 4, 3)), jnp.ones((2, 4, 3)))
