"""What a function that is not pure does under jit: the reasons why the kernels are."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxvelocity.kernels.powers import power, power_by_loop

OFFSET = 1.0


def add_offset(x):
    return x + OFFSET


def counted(function):
    """The function, and a list that grows by one whenever Python runs its body."""
    runs = []

    def run(*arguments):
        runs.append(None)
        return function(*arguments)

    return run, runs


def test_a_side_effect_happens_at_each_call_of_the_function_itself_and_once_a_trace_under_jit():
    run, runs = counted(lambda x: x + 1)
    for _ in range(3):
        run(jnp.ones(2))
    assert len(runs) == 3
    jitted = jax.jit(run)
    for _ in range(3):
        jitted(jnp.ones(2))
    assert len(runs) == 3 + 1
    jitted(jnp.ones(3))  # another shape is another trace, and so is another dtype
    jitted(jnp.ones(2, jnp.int32))
    jitted(jnp.zeros(2))
    assert len(runs) == 3 + 3


def test_a_traced_function_keeps_the_global_that_it_read(monkeypatch):
    jitted = jax.jit(add_offset)
    x = jnp.zeros(2)
    np.testing.assert_array_equal(jitted(x), [1, 1])
    monkeypatch.setitem(globals(), "OFFSET", 5.0)
    np.testing.assert_array_equal(add_offset(x), [5, 5])
    np.testing.assert_array_equal(jitted(x), [1, 1])
    np.testing.assert_array_equal(jitted(jnp.zeros(3)), [5, 5, 5])  # a new trace reads it again


def double_or_negate(x, double):
    return 2 * x if double else -x


def test_a_python_branch_on_a_value_is_refused_under_jit_unless_the_value_is_static():
    x = jnp.array([1.0, -3.0])
    np.testing.assert_array_equal(double_or_negate(x, jnp.array(True)), [2, -6])
    with pytest.raises(jax.errors.TracerBoolConversionError, match="traced array with shape bool"):
        jax.jit(double_or_negate)(x, True)
    with pytest.raises(jax.errors.ConcretizationTypeError, match="traced array with shape float32"):
        jax.jit(lambda x: x * float(x[0]))(x)
    run, runs = counted(double_or_negate)
    jitted = jax.jit(run, static_argnums=1)
    for _ in range(2):
        np.testing.assert_array_equal(jitted(x, True), [2, -6])
        np.testing.assert_array_equal(jitted(x, False), [-1, 3])
    assert len(runs) == 2


@pytest.mark.parametrize(("kernel", "static", "traces"), [(power, 1, 5), (power_by_loop, (), 1)])
def test_a_static_exponent_is_a_trace_for_each_value_and_one_that_is_data_one_for_all(kernel, static, traces):
    run, runs = counted(kernel)
    jitted = jax.jit(run, static_argnums=static)
    x = jnp.array([2.0, -1.0])
    for exponent in (1, 2, 3, 4, 5) * 2:
        np.testing.assert_array_equal(jitted(x, exponent), [2.0**exponent, (-1.0) ** exponent])
    assert len(runs) == traces
