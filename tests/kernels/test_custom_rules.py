import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from benchmarks.transformations import CustomVjp
from jaxvelocity.kernels import custom_rules
from jaxvelocity.kernels.custom_rules import clip_cotangent, clipped_recurrence_gradient

TRACED = [
    (clipped_recurrence_gradient, (_inputs.vector(3), _inputs.rows(2, 3))),
]

EPS = float(np.finfo(np.float32).eps)


@pytest.mark.parametrize(("steps", "size"), [(1, 1), (30, 4)])
def test_clipped_recurrence_gradient_agrees_with_its_reference(transform, agree, steps, size):
    start, inputs = _inputs.vector(size), _inputs.rows(steps, size)
    expected = _references.custom_rules.clipped_recurrence_gradient(start, inputs)
    # A step's tanh, its slope and what comes back round to some 8 eps of 3 at most, and a slope is below 1.
    result = transform(clipped_recurrence_gradient)(jnp.asarray(start), jnp.asarray(inputs))
    agree(result, expected, atol=8 * 3 * min(steps, 10) * EPS)


def test_values_and_references_by_hand(transform, agree):
    # tanh(log 2) = 3/5, and tanh of 3/5 + x₁ = -log 2 is -3/5; both slopes are 16/25. Back: 16/25 · -6/5 = -0.768,
    # within the bounds; then 16/25 (6/5 - 0.768).
    start, inputs = np.array([0.0]), np.array([[np.log(2)], [-np.log(2) - 0.6]])
    within = np.array([[0.64 * (1.2 - 0.768)], [-0.768]])
    with jax.enable_x64(True):
        agree(transform(clipped_recurrence_gradient)(jnp.asarray(start), jnp.asarray(inputs)), within, rtol=1e-14)
        reference = _references.custom_rules.clipped_recurrence_gradient(start, inputs)
        agree(jnp.asarray(reference), within, rtol=1e-14)
    # All three hₜ are 1/3, of slope 8/9: 16/27, then 8/9 (2/3 + 16/27) = 272/243, clipped to 1, then 8/9 (2/3 + 1).
    third = np.arctanh(1 / 3)
    inputs = np.array([[third], [third - 1 / 3], [third - 1 / 3]])
    clipped = np.array([[40 / 27], [272 / 243], [16 / 27]])
    with jax.enable_x64(True):
        agree(transform(clipped_recurrence_gradient)(jnp.asarray(start), jnp.asarray(inputs)), clipped, rtol=1e-14)
        reference = _references.custom_rules.clipped_recurrence_gradient(start, inputs)
        agree(jnp.asarray(reference), clipped, rtol=1e-14)


def test_clip_cotangent_is_the_identity_with_a_clipped_derivative(transform, agree):
    x = _inputs.vector(3)
    agree(transform(clip_cotangent)(jnp.asarray(x)), x)
    np.testing.assert_array_equal(_references.custom_rules.clip_cotangent(x), x)

    def gradient(x):
        return jax.grad(lambda x: jnp.dot(clip_cotangent(x), jnp.array([-3, 0.5, 2], x.dtype)))(x)

    agree(transform(gradient)(jnp.asarray(x)), np.array([-1, 0.5, 1], np.float32))


def test_where_nothing_is_clipped_the_gradient_agrees_with_central_differences(transform, central_differences):
    start, inputs = _inputs.vector(2).astype(np.float64), 2 + np.abs(_inputs.rows(3, 2).astype(np.float64))

    @jax.jit
    def loss(inputs):
        h, squares = start, 0.0
        for x in inputs:
            h = jnp.tanh(h + x)
            squares += jnp.sum(jnp.square(h))
        return squares

    with jax.enable_x64(True):
        gradient = transform(clipped_recurrence_gradient)(jnp.asarray(start), jnp.asarray(inputs))
        assert gradient.dtype == np.float64
        assert np.max(np.abs(gradient)) < 1
        np.testing.assert_allclose(gradient, central_differences(loss, inputs, step=1e-5), atol=1e-9)


def test_of_the_benchmarks_steps_some_are_clipped_and_some_are_not(monkeypatch):
    start, inputs = _inputs.vector(16), _inputs.rows(CustomVjp.steps, 16)
    clipped = clipped_recurrence_gradient(start, inputs)
    assert 0.1 < np.mean(np.abs(clipped) > 1) < 0.5
    monkeypatch.setattr(custom_rules, "clip_cotangent", lambda x: x)
    assert np.max(np.abs(clipped_recurrence_gradient(start, inputs) - clipped)) > 0.1


def test_lengths_that_differ_are_refused(transform):
    with pytest.raises(TypeError, match="incompatible shapes|carry"):
        transform(clipped_recurrence_gradient)(jnp.ones(3), jnp.ones((4, 2)))
