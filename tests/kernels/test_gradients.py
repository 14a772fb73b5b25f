import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from benchmarks._result import WrongResultError, check
from jaxvelocity.kernels.gradients import example_gradients, half_squared_error, sum_gradient

SIZES = [(1, 1), (4, 3), (5, 5), (20, 10)]
EPS = float(np.finfo(np.float32).eps)


def terms(weights: np.ndarray, rows: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The size of what each example's gradient is made of, (|x| · |w| + |y|) |x|, (b, n)."""
    errors = np.abs(rows) @ np.abs(weights) + np.abs(targets)
    return errors[:, np.newaxis] * np.abs(rows)


@pytest.mark.parametrize("sizes", SIZES)
def test_both_gradients_agree_with_their_references(transform, agree, sizes):
    arguments = _inputs.weights_rows_targets(*sizes)
    examples, columns = sizes
    # Roundings: x · w has n, the difference one, the product with x one; the factors of 2 and ½ are exact. The sum has
    # b - 1 more.
    size = terms(*arguments)
    placed = [jnp.asarray(argument) for argument in arguments]
    reference = _references.gradients.example_gradients(*arguments)
    agree(transform(example_gradients)(*placed), reference, atol=(columns + 2) * EPS * float(size.max()))
    atol = (columns + examples + 2) * EPS * float(size.sum(axis=0).max())
    agree(transform(sum_gradient)(*placed), _references.gradients.sum_gradient(*arguments), atol=atol)


@pytest.mark.parametrize("sizes", SIZES)
def test_the_examples_gradients_add_up_to_the_gradient_of_the_sum(transform, sizes):
    arguments = _inputs.weights_rows_targets(*sizes)
    examples, columns = sizes
    placed = [jnp.asarray(argument) for argument in arguments]
    each, of_sum = transform(example_gradients)(*placed), transform(sum_gradient)(*placed)
    # Both round as above.
    atol = 2 * (columns + examples + 2) * EPS * float(terms(*arguments).sum(axis=0).max())
    np.testing.assert_allclose(np.asarray(each, np.float64).sum(axis=0), of_sum, rtol=0, atol=atol)


def test_values_and_references_by_hand(transform, agree):
    weights = np.array([1, 2], np.float16)
    rows, targets = np.array([[3, 4], [1, 0], [0, 1]], np.float16), np.array([1, 1, 4], np.float16)
    # x · w - y is 11 - 1, 1 - 1 and 2 - 4.
    gradients, total = np.array([[30, 40], [0, 0], [0, -2]], np.float16), np.array([30, 38], np.float16)
    arguments = [jnp.asarray(argument) for argument in (weights, rows, targets)]
    agree(transform(example_gradients)(*arguments), gradients)
    agree(transform(sum_gradient)(*arguments), total)
    agree(jnp.asarray(_references.gradients.example_gradients(weights, rows, targets)), gradients)
    agree(jnp.asarray(_references.gradients.sum_gradient(weights, rows, targets)), total)
    # Half of 10².
    agree(transform(half_squared_error)(arguments[0], arguments[1][0], arguments[2][0]), np.float16(50))
    agree(jnp.asarray(_references.gradients.half_squared_error(weights, rows[0], targets[0])), np.float16(50))


def test_the_gradient_of_the_sum_agrees_with_central_differences(transform, central_differences):
    weights, rows, targets = (one.astype(np.float64) for one in _inputs.weights_rows_targets(6, 4))

    def sum_error(weights):
        return jnp.sum(jnp.square(rows @ weights - targets)) / 2

    # Central differences of a quadratic are exact but for rounding: that of a sum of some 50, over the step,
    # 50 · 2⁻⁵³ / 1e-2 = 6e-13 for each of its additions.
    with jax.enable_x64(True):
        gradient = transform(sum_gradient)(*map(jnp.asarray, (weights, rows, targets)))
        expected = central_differences(sum_error, weights, step=1e-2)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, expected, atol=1e-10)


def sum_gradient_with_respect_to_targets(weights, rows, targets):
    def sum_error(weights, rows, targets):
        return jnp.sum(jax.vmap(half_squared_error, in_axes=(None, 0, 0))(weights, rows, targets))

    return jax.grad(sum_error, argnums=2)(weights, rows, targets)


# The gradient with respect to a row is as long as that with respect to the weights; that with respect to the targets
# is where there are as many examples as weights.
WRONG_ARGUMENTS = [
    pytest.param(
        example_gradients,
        jax.vmap(jax.grad(half_squared_error, argnums=1), in_axes=(None, 0, 0)),
        (4, 3),
        id="with respect to rows",
    ),
    pytest.param(sum_gradient, sum_gradient_with_respect_to_targets, (5, 5), id="with respect to targets"),
]


@pytest.mark.parametrize(("kernel", "wrong", "sizes"), WRONG_ARGUMENTS)
def test_a_gradient_with_respect_to_another_argument_is_refused_as_a_wrong_result(transform, kernel, wrong, sizes):
    arguments = _inputs.weights_rows_targets(*sizes)
    placed = [jnp.asarray(argument) for argument in arguments]
    reference = getattr(_references.gradients, kernel.__name__)(*arguments)
    check(np.asarray(transform(kernel)(*placed)), reference, rtol=1e-4, atol=1e-4)
    result = np.asarray(transform(wrong)(*placed))
    assert (result.shape, result.dtype) == (reference.shape, reference.dtype)
    with pytest.raises(WrongResultError, match="largest relative error"):
        check(result, reference, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kernel", [example_gradients, sum_gradient])
def test_lengths_that_differ_are_refused(transform, kernel):
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(kernel)(jnp.ones(3), jnp.ones((4, 2)), jnp.ones(4))
    with pytest.raises(ValueError, match="inconsistent sizes"):
        transform(kernel)(jnp.ones(3), jnp.ones((4, 3)), jnp.ones(5))
