import functools

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.matrix_products import product, product_each

TRACED = [
    (functools.partial(product, accumulator="int32"), _inputs.matrix_pair(3, "int8")),
    (product_each, _inputs.factors(3, 2, 2)),
]

BUILT = [
    (_inputs.matrix_pair(2, "float32")[0], np.float32, [[-0.3081, -0.5382], [-0.6558, 0.0655]]),
    (_inputs.matrix_pair(2, "float32")[1], np.float32, [[1.8029, 0.0478], [-1.2939, 0.9776]]),
    (_inputs.matrix_pair(1, "bfloat16")[0], ml_dtypes.bfloat16, [[-0.3086]]),
    (_inputs.matrix_pair(2, "int8")[0], np.int8, [[33, 13], [22, -84]]),
]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize("shape", [(1, 1, 1), (7, 5, 3), (4, 1, 6), (2, 0, 3), (40, 60, 50)])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_product_agrees_with_its_reference(transform, agree, shape, dtype):
    m, k, n = shape
    left, right = _inputs.matrix_pair(64, dtype)
    left, right = left[:m, :k], right[:k, :n]
    accumulator = "int32" if dtype == "int8" else "float32"
    # A product of two bfloat16 is exact in float32. A sum of k terms in any order: k eps of the sum of the magnitudes.
    magnitudes = np.abs(left.astype(np.float64)) @ np.abs(right.astype(np.float64))
    atol = 0.0 if dtype == "int8" else (k + 1) * EPS * float(np.max(magnitudes))
    result = transform(functools.partial(product, accumulator=accumulator))(jnp.asarray(left), jnp.asarray(right))
    agree(result, _references.matrix_products.product(left, right, accumulator=accumulator), atol=atol)


@pytest.mark.parametrize(("dtype", "accumulator"), [("float32", "float32"), ("bfloat16", "float32"), ("int8", "int32")])
def test_sums_that_the_narrow_dtype_cannot_hold_are_exact(transform, agree, dtype, accumulator):
    # 100 · 100 + 127 · 3 = 10381, beyond int8, and with more digits than the eight bits of bfloat16.
    left, right = jnp.array([[100, 127]], dtype), jnp.array([[100], [3]], dtype)
    expected = np.array([[10381]], accumulator)
    agree(transform(functools.partial(product, accumulator=accumulator))(left, right), expected)
    reference = _references.matrix_products.product(np.asarray(left), np.asarray(right), accumulator=accumulator)
    agree(jnp.asarray(reference), expected)


@pytest.mark.parametrize("shape", [(1, 4, 4), (50, 4, 4), (9, 3, 3), (5, 1, 1), (0, 4, 4)])
def test_product_each_agrees_with_its_reference(transform, agree, shape):
    left, right = _inputs.factors(*shape)
    # A sum of k products, in which each product is rounded once and goes through k sums at most.
    atol = (shape[-1] + 1) * EPS * float(np.max(np.abs(left) @ np.abs(right), initial=0.0))
    result = transform(product_each)(jnp.asarray(left), jnp.asarray(right))
    agree(result, _references.matrix_products.product_each(left, right), atol=atol)


def test_product_each_and_its_reference_by_hand(transform, agree):
    # A quarter turn, which makes rows (c, d) and (-a, -b) of (a, b) and (c, d); the other one adds up the rows.
    left = np.array([[[0, 1], [-1, 0]], [[1, 1], [1, 1]]], np.float32)
    right = np.array([[[1, 2], [3, 4]], [[1, 2], [3, 4]]], np.float32)
    expected = np.array([[[3, 4], [-1, -2]], [[4, 6], [4, 6]]], np.float32)
    agree(transform(product_each)(jnp.asarray(left), jnp.asarray(right)), expected)
    agree(jnp.asarray(_references.matrix_products.product_each(left, right)), expected)


def test_in_float64_the_products_are_float64(transform, agree):
    left, right = (array.astype(np.float64) for array in _inputs.factors(5, 4, 4))
    with jax.enable_x64(True):
        result = transform(product_each)(jnp.asarray(left), jnp.asarray(right))
    agree(result, _references.matrix_products.product_each(left, right), rtol=1e-14, atol=1e-14)


def test_shapes_that_do_not_fit_are_refused(transform):
    with pytest.raises(TypeError, match="dot_general requires contracting dimensions to have the same shape"):
        transform(functools.partial(product, accumulator="float32"))(jnp.ones((2, 3)), jnp.ones((2, 3)))
    with pytest.raises(TypeError, match="dot_general requires contracting dimensions to have the same shape"):
        transform(product_each)(jnp.ones((2, 2, 3)), jnp.ones((2, 2, 3)))
    with pytest.raises(ValueError, match="Incompatible types for matmul"):
        transform(product_each)(jnp.ones((2, 3, 3)), jnp.ones((3, 3, 3)))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_both_matrices_are_of_the_dtype_and_not_alike(dtype):
    left, right = _inputs.matrix_pair(100, dtype)
    assert left.dtype.name == right.dtype.name == dtype
    assert np.mean(left == right) < 0.1  # 1/256 by chance of int8, some 1 % of bfloat16
