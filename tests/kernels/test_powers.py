import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.powers import power, power_by_loop


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("exponent", [1, 2, 5])
def test_both_powers_agree_with_their_reference(transform, agree, exponent, dtype):
    x = _inputs.vector(100).astype(dtype)
    # A rounding for each of exponent - 1 products; float16 is lost in steps of 2⁻²⁴ below 2⁻¹⁴.
    tolerances = {"rtol": exponent * float(np.finfo(dtype).eps), "atol": exponent * 2.0**-24}
    static = transform(functools.partial(power, exponent=exponent))
    agree(static(jnp.asarray(x)), _references.powers.power(x, exponent), **tolerances)
    looped = transform(power_by_loop)(jnp.asarray(x), jnp.int32(exponent))
    agree(looped, _references.powers.power_by_loop(x, np.int32(exponent)), **tolerances)


@pytest.mark.parametrize("dtype", [np.int32, np.float16, np.float32])
@pytest.mark.parametrize(("exponent", "expected"), [(1, [3, -2, 0]), (2, [9, 4, 0]), (4, [81, 16, 0])])
def test_both_powers_and_their_reference_by_hand(transform, agree, exponent, expected, dtype):
    x, expected = np.array([3, -2, 0], dtype), np.array(expected, dtype)
    agree(transform(functools.partial(power, exponent=exponent))(jnp.asarray(x)), expected)
    agree(transform(power_by_loop)(jnp.asarray(x), jnp.int32(exponent)), expected)
    agree(jnp.asarray(_references.powers.power(x, exponent)), expected)


@pytest.mark.parametrize("exponent", [0, -1])
def test_exponents_below_1_give_x(transform, agree, exponent):
    x = np.array([3, -2], np.float32)
    agree(transform(functools.partial(power, exponent=exponent))(jnp.asarray(x)), x)
    agree(transform(power_by_loop)(jnp.asarray(x), jnp.int32(exponent)), x)


def test_a_traced_exponent_is_refused_by_power_and_a_python_one_taken_by_the_loop(agree):
    with pytest.raises(TypeError, match="traced array"):
        jax.jit(power)(jnp.ones(3), 2)
    agree(jax.jit(power_by_loop)(jnp.full(3, 2.0), 3), np.full(3, 8.0, np.float32))
