import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.graph_networks import pass_messages

TRACED = [(pass_messages, _inputs.graph_and_weights(3, 4, 2))]

BUILT = [
    (_inputs.graph_and_weights(2, 2, 1)[0]["message"], np.float32, [[-0.0644], [0.7913]]),
    (_inputs.graph_and_weights(2, 2, 1)[0]["update"], np.float32, [[0.1684], [-0.2520]]),
    (_inputs.graph_and_weights(2, 2, 1)[1], np.float32, [[-1.5552], [-0.7174]]),
    (_inputs.graph_and_weights(2, 2, 1)[2], np.int32, [1, 1]),
    (_inputs.graph_and_weights(2, 2, 1)[3], np.int32, [1, 0]),
]


@pytest.mark.parametrize(("nodes", "edges", "features"), [(1, 1, 1), (7, 3, 2), (5, 40, 3), (100, 1000, 16)])
def test_pass_messages_agrees_with_its_reference(transform, agree, nodes, edges, features):
    arguments = _inputs.graph_and_weights(nodes, edges, features)
    expected = _references.graph_networks.pass_messages(*arguments)
    # A product of 32 terms below 30, which are sums of some 20 messages.
    agree(transform(pass_messages)(*jax.tree.map(jnp.asarray, arguments)), expected, atol=3e-5)


def test_pass_messages_and_its_reference_by_hand(transform, agree):
    # A message is the sender's less the receiver's, where that is positive; an update adds what came.
    layer = {"message": np.array([[1], [-1]], np.float32), "update": np.ones((2, 1), np.float32)}
    features = np.array([[3], [1], [-5], [-1]], np.float32)
    # 0 → 1: 2; 1 → 0: none; 0 → 2: 8; 2 → 2: none; 1 → 2: 6. The last node gets none and stays below 0.
    senders, receivers = np.array([0, 1, 0, 2, 1], np.int32), np.array([1, 0, 2, 2, 2], np.int32)
    arguments = (layer, features, senders, receivers)
    expected = np.array([[3], [3], [9], [0]], np.float32)
    agree(transform(pass_messages)(*jax.tree.map(jnp.asarray, arguments)), expected)
    agree(jnp.asarray(_references.graph_networks.pass_messages(*arguments)), expected)


def test_in_float64_the_result_is_float64(agree):
    layer, features, senders, receivers = _inputs.graph_and_weights(9, 30, 4)
    wide = {name: weights.astype(np.float64) for name, weights in layer.items()}
    arguments = (wide, features.astype(np.float64), senders, receivers)
    with jax.enable_x64(True):
        result = jax.jit(pass_messages)(*jax.tree.map(jnp.asarray, arguments))
    agree(result, _references.graph_networks.pass_messages(*arguments), atol=1e-13)


def test_what_does_not_fit_is_refused():
    layer, features, senders, receivers = jax.tree.map(jnp.asarray, _inputs.graph_and_weights(4, 5, 3))
    with pytest.raises(TypeError, match="contracting dimension"):
        pass_messages(layer, features[:, :2], senders, receivers)
    with pytest.raises(TypeError, match="shapes"):
        pass_messages(layer, features, senders[:3], receivers)


def test_every_edge_is_between_nodes():
    _, features, senders, receivers = _inputs.graph_and_weights(10, 200, 2)
    assert len(features) == 10
    for ends in (senders, receivers):
        assert set(ends.tolist()) == set(range(10))
