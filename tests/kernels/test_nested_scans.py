import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.nested_scans import allen_cahn_energy, allen_cahn_energy_gradient

TRACED = [
    (functools.partial(kernel, levels=2, length=2), (_inputs.vector(4),))
    for kernel in (allen_cahn_energy, allen_cahn_energy_gradient)
]

PAIRS = [
    (allen_cahn_energy, _references.nested_scans.allen_cahn_energy),
    (allen_cahn_energy_gradient, _references.nested_scans.allen_cahn_energy_gradient),
]

# (size, levels, length): no scan but a step, scans without one, a step, the benchmark's, a single scan of as many.
SIZES = [(3, 0, 5), (4, 2, 0), (1, 1, 4), (2, 3, 1), (16, 4, 3), (16, 1, 81)]


@pytest.mark.parametrize(("kernel", "reference"), PAIRS)
@pytest.mark.parametrize(("size", "levels", "length"), SIZES)
def test_kernels_agree_with_their_references(agree, kernel, reference, size, levels, length):
    x = _inputs.vector(size)
    result = jax.jit(functools.partial(kernel, levels=levels, length=length))(jnp.asarray(x))
    # At most 81 steps of six operations on values of 3 or less, roundings of half an eps each, as a random walk; the
    # gradient, of 10 or less, grows by what a step lets grow, 1.05, and is multiplied by u off by as much.
    agree(result, reference(x, levels=levels, length=length), rtol=1e-5, atol=5e-6)


@pytest.mark.parametrize("levels", [0, 1])
def test_a_step_by_hand(transform, agree, levels):
    # (1, 0, 0): at the first 1 + (0 - 2 + 0 + 1 - 1) / 20 = 0.9, at its neighbours 1/20: 0.81 + 2 · 0.0025 = 0.815.
    # ∂(Σ u²) = 2 u, times the step's derivatives: 1 + (-2 + 1 - 3 u²) / 20 = 0.8 of itself at the first, 0.95 at the
    # others, 1/20 of each neighbour.
    x = np.array([1, 0, 0], np.float32)
    energy = np.array(0.815, np.float32)
    gradient = np.array([0.8 * 1.8 + 2 * 0.05 * 0.1, *2 * [0.95 * 0.1 + 0.05 * (1.8 + 0.1)]], np.float32)
    for (kernel, reference), expected in zip(PAIRS, (energy, gradient), strict=True):
        result = transform(functools.partial(kernel, levels=levels, length=1))(jnp.asarray(x))
        agree(result, expected, rtol=1e-6)
        agree(jnp.asarray(reference(x, levels=levels, length=1)), expected, rtol=1e-6)


def test_gradient_agrees_with_central_differences(central_differences):
    x = _inputs.vector(4).astype(np.float64)
    static = {"levels": 2, "length": 2}
    with jax.enable_x64(True):
        gradient = jax.jit(functools.partial(allen_cahn_energy_gradient, **static))(jnp.asarray(x))
        expected = central_differences(jax.jit(functools.partial(allen_cahn_energy, **static)), x, step=1e-5)
    # The third derivative, of 10 or so, times h² / 6 = 2e-10; rounding of 1e-15 / 1e-5 is as much.
    np.testing.assert_allclose(gradient, expected, atol=2e-9)
    assert gradient.dtype == np.float64


@pytest.mark.parametrize("levels", [0, 1, 4])
def test_there_is_a_scan_for_each_level(levels):
    traced = jax.make_jaxpr(functools.partial(allen_cahn_energy, levels=levels, length=3))(_inputs.vector(4))
    assert str(traced).count("scan[") == levels


def test_a_gradient_through_nested_scans_keeps_less_than_through_a_single_one():
    def temporary(levels, length):
        gradient = functools.partial(allen_cahn_energy_gradient, levels=levels, length=length)
        compiled = jax.jit(gradient).lower(jax.ShapeDtypeStruct((1000,), np.float32)).compile()
        return compiled.memory_analysis().temp_size_in_bytes / 4000

    # In fields: 4 · 3 and what the steps themselves take, against 81.
    assert temporary(4, 3) < 40 < 81 <= temporary(1, 81)
