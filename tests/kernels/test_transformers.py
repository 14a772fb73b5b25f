import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.transformers import causal_attention, transformer, transformer_block

ATTENTION, TOKENS = _inputs.attention_and_tokens(2, 1, 1)
(_, BLOCK), BLOCK_TOKENS = _inputs.blocks_and_tokens(2, 2, 1, 1, 1)

TRACED = [
    (functools.partial(causal_attention, heads=2), _inputs.attention_and_tokens(4, 2, 3)),
    (functools.partial(transformer_block, heads=1), (BLOCK, BLOCK_TOKENS)),
    (functools.partial(transformer, heads=2), _inputs.blocks_and_tokens(2, 4, 3, 1, 3)),
]

BUILT = [
    (ATTENTION["query"], np.float32, [[-1.4567, -0.3000], [-0.4591, -0.0410]]),
    (ATTENTION["output"], np.float32, [[0.0693, -1.7524], [-0.6042, 0.8571]]),
    (TOKENS, np.float32, [[[-0.4111, 0.3729]]]),
    (BLOCK["query"], np.float32, [[-0.6542, -0.2547], [0.4167, -0.0058]]),
    (BLOCK["output"], np.float32, [[-0.2226, -0.1626], [0.1521, -0.4156]]),
    (BLOCK["hidden"], np.float32, [[-0.2264], [0.5525]]),
    (BLOCK["contract"], np.float32, [[0.7889, 0.4298]]),
    (BLOCK["scale"], np.float32, [1.1167, 0.9831]),
    (BLOCK["hidden_scale"], np.float32, [1.1539, 1.0703]),
    (BLOCK["shift"], np.float32, [-0.1561, 0.0441]),
    (BLOCK["hidden_shift"], np.float32, [0.0689, -0.0252]),
    (BLOCK["hidden_offset"], np.float32, [-0.1163]),
    (BLOCK_TOKENS, np.float32, [[[2.1427, -1.4531]]]),
]


# (width, batch, length, heads): one of all, one head, a head for each value, the benchmark's.
@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (3, 2, 5, 1), (4, 1, 7, 4), (64, 2, 16, 4)])
def test_causal_attention_agrees_with_its_reference(transform, agree, sizes):
    *sizes, heads = sizes
    arguments = _inputs.attention_and_tokens(*sizes)
    result = transform(functools.partial(causal_attention, heads=heads))(*jax.tree.map(jnp.asarray, arguments))
    # Four sums of at most 64 products of values of 1 or so, whose roundings of half an eps add up as a random walk.
    agree(result, _references.transformers.causal_attention(*arguments, heads), rtol=1e-5, atol=5e-6)


# (blocks, width, hidden, batch, length, heads)
@pytest.mark.parametrize("sizes", [(0, 2, 1, 1, 1, 1), (1, 3, 5, 2, 4, 3), (4, 32, 128, 2, 16, 4)])
def test_transformer_agrees_with_its_reference(agree, sizes):
    *sizes, heads = sizes
    arguments = _inputs.blocks_and_tokens(*sizes)
    result = jax.jit(functools.partial(transformer, heads=heads))(*jax.tree.map(jnp.asarray, arguments))
    # A norm of few values may divide by a deviation of some tenths, and so multiply the roundings by as much.
    agree(result, _references.transformers.transformer(*arguments, heads), rtol=1e-5, atol=2e-5)


def test_a_block_is_a_transformer_of_one(agree):
    blocks, tokens = _inputs.blocks_and_tokens(1, 4, 6, 2, 3)
    result = jax.jit(functools.partial(transformer_block, heads=2))(*jax.tree.map(jnp.asarray, (blocks[0], tokens)))
    agree(result, _references.transformers.transformer(blocks, tokens, 2), rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(
        _references.transformers.transformer_block(blocks[0], tokens, 2),
        _references.transformers.transformer(blocks, tokens, 2),
    )


def test_attention_by_hand(transform, agree):
    # Two heads of width 1, whose values are the tokens'. The first asks 0: the second token takes half of each value.
    # The second asks for its own value, r = √log 3: the second token's scores are 0 and r², its shares 1/4 and 3/4 of
    # the values 0 and r. A first token sees itself alone. The output swaps the heads.
    attention = {
        "query": np.array([[0, 0], [0, 1]], np.float32),
        "key": np.array([[0, 0], [0, 1]], np.float32),
        "value": np.eye(2, dtype=np.float32),
        "output": np.array([[0, 1], [1, 0]], np.float32),
    }
    root = np.sqrt(np.log(3))
    tokens = np.array([[[2, 0], [6, root]]], np.float32)
    expected = np.array([[[0, 2], [0.75 * root, 4]]], np.float32)
    result = transform(functools.partial(causal_attention, heads=2))(*jax.tree.map(jnp.asarray, (attention, tokens)))
    agree(result, expected, rtol=1e-6)
    agree(jnp.asarray(_references.transformers.causal_attention(attention, tokens, 2)), expected, rtol=1e-6)


def test_scores_are_divided_by_the_root_of_a_head_s_width(transform, agree):
    # One head of width 4: the second token's scores are 0 and 4 · (log 3)/2 = 2 log 3, over √4: shares of 1/4 and 3/4.
    identity = np.eye(4, dtype=np.float32)
    attention = dict.fromkeys(("query", "key", "value", "output"), identity)
    value = np.sqrt(np.log(3) / 2)
    tokens = np.zeros((1, 2, 4), np.float32)
    tokens[0, 1] = value
    expected = np.zeros((1, 2, 4), np.float32)
    expected[0, 1] = 0.75 * value
    result = transform(functools.partial(causal_attention, heads=1))(*jax.tree.map(jnp.asarray, (attention, tokens)))
    agree(result, expected, rtol=1e-6)
    agree(jnp.asarray(_references.transformers.causal_attention(attention, tokens, 1)), expected, rtol=1e-6)


def test_block_by_hand(transform, agree):
    # Attention gives nothing, its output being 0. The norm of (1, 3) is (-1, 1) / √(1 + 10⁻⁵), of which the second is
    # scaled by 2 and shifted by 1, and is all that W takes: h = 1 + 2 / √(1 + 10⁻⁵), and c, -1: 2 / √(1 + 10⁻⁵). Its
    # gelu, of some 1.95, is added to the first.
    zeros, nothing = np.zeros((2, 2), np.float32), np.zeros(2, np.float32)
    block = dict.fromkeys(("query", "key", "value", "output"), zeros) | dict.fromkeys(("scale", "shift"), nothing)
    block |= {
        "hidden_scale": np.array([0, 2], np.float32),
        "hidden_shift": np.array([0, 1], np.float32),
        "hidden": np.array([[0], [1]], np.float32),
        "hidden_offset": np.array([-1], np.float32),
        "contract": np.array([[1, 0]], np.float32),
    }
    tokens = np.array([[[1, 3]]], np.float32)
    h = 2 / np.sqrt(1 + 1e-5)
    gelu = h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3))) / 2
    expected = np.array([[[1 + gelu, 3]]], np.float32)
    result = transform(functools.partial(transformer_block, heads=1))(*jax.tree.map(jnp.asarray, (block, tokens)))
    agree(result, expected, rtol=1e-6)
    agree(jnp.asarray(_references.transformers.transformer_block(block, tokens, 1)), expected, rtol=1e-6)


def test_a_token_does_not_see_those_behind_it():
    blocks, tokens = jax.tree.map(jnp.asarray, _inputs.blocks_and_tokens(2, 4, 3, 1, 5))
    function = jax.jit(functools.partial(transformer, heads=2))
    # One value alone, as a norm takes out what all of a token's have in common.
    whole, changed = function(blocks, tokens), function(blocks, tokens.at[0, 2, 0].add(1.0))
    np.testing.assert_array_equal(whole[0, :2], changed[0, :2])
    assert not np.any(np.isclose(whole[0, 2:], changed[0, 2:], rtol=0, atol=1e-6))


def test_in_float64_the_result_is_float64(agree):
    blocks, tokens = jax.tree.map(np.float64, _inputs.blocks_and_tokens(2, 4, 6, 2, 3))
    with jax.enable_x64(True):
        result = jax.jit(functools.partial(transformer, heads=2))(*jax.tree.map(jnp.asarray, (blocks, tokens)))
        agree(result, _references.transformers.transformer(blocks, tokens, 2), rtol=1e-12, atol=1e-13)


def test_shapes_that_do_not_fit_are_refused():
    attention, tokens = jax.tree.map(jnp.asarray, _inputs.attention_and_tokens(4, 2, 3))
    with pytest.raises(TypeError, match="cannot reshape"):
        jax.eval_shape(functools.partial(causal_attention, heads=3), attention, tokens)
    with pytest.raises(TypeError, match="contracting dimensions"):
        jax.eval_shape(functools.partial(causal_attention, heads=2), attention, tokens[..., :2])
    (block,), tokens = jax.tree.map(jnp.asarray, _inputs.blocks_and_tokens(1, 4, 6, 2, 3))
    block["contract"] = block["contract"][1:]
    with pytest.raises(TypeError, match="contracting dimensions"):
        jax.eval_shape(functools.partial(transformer_block, heads=2), block, tokens)


def test_variances_stay_about_1():
    # A block adds to a token, of variance 1, an average of values and a perceptron's sum, each of less than 1.
    blocks, tokens = _inputs.blocks_and_tokens(1, 128, 512, 2, 16)
    assert 1.0 < np.var(_references.transformers.transformer(blocks, tokens, 4)) < 3.0
