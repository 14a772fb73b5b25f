import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _numpy, _references
from jaxvelocity.kernels.pipelines import STEPS, by_step, whole


def rounding(x: np.ndarray) -> float:
    """Bound of the pipeline's rounding in x's dtype.

    The sine's argument is off by one rounding of |x - 0.5|, doubled; sine and tanh add some of 1 and do not enlarge
    what they are given; the square enlarges it by at most 2 tanh(1) = 1.52.
    """
    largest = float(np.max(np.abs(x.astype(np.float64) - 0.5), initial=0.0))
    return 1.6 * (largest + 4) * float(np.finfo(x.dtype).eps)


@pytest.mark.parametrize("kernel", [whole, by_step])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (1000,), (4, 5)])
def test_the_pipeline_agrees_with_its_reference(transform, agree, kernel, shape, dtype):
    x = _inputs.vector(int(np.prod(shape))).reshape(shape).astype(dtype)
    agree(transform(kernel)(jnp.asarray(x)), getattr(_references.pipelines, kernel.__name__)(x), atol=rounding(x))


def test_whole_and_step_by_step_and_numpy_agree(transform):
    x = _inputs.vector(1000)
    in_all, in_steps = transform(whole)(jnp.asarray(x)), by_step(jnp.asarray(x))
    np.testing.assert_allclose(in_all, in_steps, rtol=0, atol=2 * rounding(x))
    np.testing.assert_allclose(in_steps, _numpy.whole(x), rtol=0, atol=2 * rounding(x))


@pytest.mark.parametrize("kernel", [whole, by_step])
def test_values_by_hand(transform, kernel):
    # At 0.5 the sine's argument is 0. At 0.5 ± π/4 it is ± π/2: tanh(1)² = 0.7615941559557649².
    x = np.array([0.5, 0.5 + np.pi / 4, 0.5 - np.pi / 4], np.float32)
    expected = [0.0, 0.5800256583859735, 0.5800256583859735]
    np.testing.assert_allclose(transform(kernel)(jnp.asarray(x)), expected, rtol=0, atol=rounding(x))
    np.testing.assert_allclose(_references.pipelines.whole(x), expected, rtol=0, atol=rounding(x))


def test_each_step_is_a_jit_of_its_own_and_the_whole_holds_none():
    # The primitive of a jitted call was named pjit before JAX 0.7.
    def jitted_calls(function):
        equations = jax.make_jaxpr(function)(jnp.ones(3)).eqns
        return sum(equation.primitive.name in ("jit", "pjit") for equation in equations)

    assert jitted_calls(by_step) == len(STEPS) == 5
    assert jitted_calls(whole) == 0


def test_every_step_is_elementwise():
    x = jnp.asarray(_inputs.vector(8))
    for step in STEPS:
        np.testing.assert_array_equal(step(x)[2:5], step(x[2:5]))
        assert not np.array_equal(step(x), x)
