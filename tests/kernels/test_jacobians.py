import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.jacobians import forward_jacobian, reverse_jacobian, two_layers


def point_and_layers(inputs, hidden, outputs):
    first, second, batch = _inputs.layers_and_batch(inputs, hidden, outputs, 1)
    return batch[0], first, second


TRACED = [(kernel, point_and_layers(2, 3, 4)) for kernel in (two_layers, forward_jacobian, reverse_jacobian)]

KERNELS = [two_layers, forward_jacobian, reverse_jacobian]
EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("sizes", [(1, 1, 1), (5, 4, 6), (3, 20, 1)])
def test_all_agree_with_their_references(transform, agree, kernel, sizes):
    x, first, second = point_and_layers(*sizes)
    # A sum of h products of two elements, each with a slope that k products and tanh decide, of values below 4.
    atol = 4 * 4 * (sum(sizes) + 4) * EPS
    expected = getattr(_references.jacobians, kernel.__name__)(x, first, second)
    agree(transform(kernel)(*map(jnp.asarray, (x, first, second))), expected, atol=atol)


def test_values_and_references_by_hand(transform, agree):
    # At x A = 0 and log 2, whose tanh are 0 and 3/5 and the slopes 1 and 16/25.
    x = np.array([np.log(2), 0], np.float64)
    first, second = np.array([[0, 1], [2, 3]], np.float64), np.array([[1, 2, 0], [5, 0, 10]], np.float64)
    value = np.array([3, 0, 6], np.float64)
    # Rows of outputs: 1 · 1 · (0, 2) + 5 · 16/25 · (1, 3), then 2 · (0, 2), then 10 · 16/25 · (1, 3).
    jacobian = np.array([[3.2, 11.6], [0, 4], [6.4, 19.2]])
    with jax.enable_x64(True):
        for kernel, expected in ((two_layers, value), (forward_jacobian, jacobian), (reverse_jacobian, jacobian)):
            agree(transform(kernel)(*map(jnp.asarray, (x, first, second))), expected, rtol=1e-14, atol=1e-14)
            reference = getattr(_references.jacobians, kernel.__name__)(x, first, second)
            agree(jnp.asarray(reference), expected, rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("kernel", [forward_jacobian, reverse_jacobian])
def test_the_jacobian_agrees_with_central_differences(transform, central_differences, kernel):
    x, first, second = (one.astype(np.float64) for one in point_and_layers(3, 5, 2))
    with jax.enable_x64(True):
        jacobian = transform(kernel)(x, first, second)
        value = jax.jit(two_layers)
        assert jacobian.dtype == np.float64
        for output, row in enumerate(np.asarray(jacobian)):
            # The truncated series leaves h² |f‴| / 6, the rounding 2⁻⁵³ |f| / h: 1e-10 both.
            expected = central_differences(lambda x, i=output: value(x, first, second)[i], x, step=1e-5)
            np.testing.assert_allclose(row, expected, atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS)
def test_shapes_that_do_not_fit_are_refused(transform, kernel):
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(kernel)(jnp.ones(2), jnp.ones((3, 4)), jnp.ones((4, 5)))
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(kernel)(jnp.ones(2), jnp.ones((2, 4)), jnp.ones((3, 5)))
