import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.products import apply_by_hand, apply_by_loop, apply_by_vmap, gram

WAYS = [apply_by_loop, apply_by_hand, apply_by_vmap]


def rounding(left: np.ndarray, right: np.ndarray) -> float:
    """Bound of a float32 product's rounding: n · eps · |left| |right|, for any order of its n additions."""
    return left.shape[1] * float(np.finfo(np.float32).eps) * float(np.max(np.abs(left) @ np.abs(right)))


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (50, 40)])
def test_gram_agrees_with_its_reference(transform, agree, shape):
    x = _inputs.rows(*shape)
    agree(transform(gram)(jnp.asarray(x)), _references.products.gram(x), atol=rounding(x, x.T))


def test_gram_of_small_integers_is_exact(transform, agree):
    # By hand: 1·1 + 2·2, 1·3 + 2·4, 3·3 + 4·4.
    x = np.array([[1, 2], [3, 4]], np.float16)
    agree(transform(gram)(jnp.asarray(x)), np.array([[5, 11], [11, 25]], np.float16))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sizes", [(1, 1, 1), (3, 5, 2), (15, 10, 7)])
def test_every_way_to_apply_a_matrix_agrees_with_its_reference(transform, agree, way, sizes):
    matrix, batch = _inputs.matrix_and_batch(*sizes)
    reference = getattr(_references.products, way.__name__)(matrix, batch)
    result = transform(way)(jnp.asarray(matrix), jnp.asarray(batch))
    agree(result, reference, atol=rounding(batch, matrix.T))


@pytest.mark.parametrize("way", WAYS)
def test_every_way_applies_the_matrix_to_each_row(transform, agree, way):
    # By hand: [[1, 2, 3], [0, 1, 0]] on (1, 0, 0) is its first column, on (1, 1, 1) the sums of its rows.
    matrix = jnp.array([[1, 2, 3], [0, 1, 0]], jnp.float16)
    batch = jnp.array([[1, 0, 0], [1, 1, 1]], jnp.float16)
    agree(transform(way)(matrix, batch), np.array([[1, 0], [6, 1]], np.float16))


@pytest.mark.parametrize("way", WAYS)
def test_lengths_that_differ_are_refused(transform, way):
    with pytest.raises(TypeError):
        transform(way)(jnp.ones((2, 3)), jnp.ones((2, 4)))


def test_an_empty_batch_is_refused_by_the_loop_only(transform):
    with pytest.raises(ValueError, match="at least one"):
        transform(apply_by_loop)(jnp.ones((2, 3)), jnp.ones((0, 3)))
    for way in (apply_by_hand, apply_by_vmap):
        assert transform(way)(jnp.ones((2, 3)), jnp.ones((0, 3))).shape == (0, 2)
