import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.trees import sum_of_leaves

TRACED = [(sum_of_leaves, (_inputs.leaves(3, 2),))]


@pytest.mark.parametrize("count", [1, 2, 200])
def test_sum_of_leaves_agrees_with_its_reference(transform, agree, count):
    leaves = _inputs.leaves(count, 8)
    # Of sums that stay below 32, each rounded by half an eps of itself.
    atol = count * 16 * float(np.finfo(np.float32).eps)
    result = transform(sum_of_leaves)(jax.tree.map(jnp.asarray, leaves))
    agree(result, _references.trees.sum_of_leaves(leaves), atol=atol)


def test_values_by_hand(transform, agree):
    leaves = {"b": np.array([1, 2], np.int32), "a": np.array([10, -2], np.int32), "c": np.array([100, 7], np.int32)}
    expected = np.array([111, 7], np.int32)
    agree(transform(sum_of_leaves)(jax.tree.map(jnp.asarray, leaves)), expected)
    agree(jnp.asarray(_references.trees.sum_of_leaves(leaves)), expected)


def test_no_leaf_at_all_is_refused(transform):
    with pytest.raises(ValueError, match="not enough values to unpack"):
        transform(sum_of_leaves)({})
