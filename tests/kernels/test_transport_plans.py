import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels import transport_plans

SETTINGS = {"smoothing": 0.1, "rounds": 20}  # the benchmark's

sinkhorn_potentials = functools.partial(transport_plans.sinkhorn_potentials, **SETTINGS)
sinkhorn_potentials_reference = functools.partial(_references.transport_plans.sinkhorn_potentials, **SETTINGS)

TRACED = [(sinkhorn_potentials, _inputs.point_clouds(3))]

BUILT = [
    (_inputs.point_clouds(1)[0], np.float32, [[0.5415, 0.9133]]),
    (_inputs.point_clouds(1)[1], np.float32, [[0.7262, 0.3807]]),
]


@pytest.mark.parametrize(("sources", "targets", "rounds"), [(1, 1, 1), (5, 2, 20), (100, 100, 20)])
def test_sinkhorn_potentials_agree_with_their_reference(transform, agree, sources, targets, rounds):
    x, y = _inputs.point_clouds(max(sources, targets))
    x, y = x[:sources], y[:targets]
    result = transform(functools.partial(sinkhorn_potentials, rounds=rounds))(jnp.asarray(x), jnp.asarray(y))
    # A round moves its roundings, of potentials and costs below 4, on without stretching them, and averages them.
    agree(result, sinkhorn_potentials_reference(x, y, rounds=rounds), atol=2e-6)


@pytest.mark.parametrize("solve", [sinkhorn_potentials, sinkhorn_potentials_reference])
def test_both_by_hand(solve):
    # One point to one point 5 away: all of the cost of 25 is f. One point to two: their f - C, made up for by g.
    f, g = solve(np.array([[0, 0]], np.float32), np.array([[3, 4]], np.float32), smoothing=1.0)
    np.testing.assert_allclose(f, [25], rtol=1e-6)
    np.testing.assert_allclose(g, [0], atol=1e-5)
    f, g = solve(np.array([[0]], np.float32), np.array([[0], [1]], np.float32), smoothing=1.0)
    expected = -np.log((1 + np.exp(-1)) / 2)
    np.testing.assert_allclose(f, [expected], rtol=1e-5)
    np.testing.assert_allclose(g, [-expected, 1 - expected], rtol=1e-5)


@pytest.mark.parametrize("solve", [sinkhorn_potentials, sinkhorn_potentials_reference])
def test_the_plan_takes_from_each_and_gives_to_each_alike(solve):
    x, y = _inputs.point_clouds(30)
    f, g = solve(x, y, rounds=200)
    cost = np.sum((x[:, np.newaxis] - y) ** 2, axis=2)
    plan = np.exp((np.asarray(f)[:, np.newaxis] + np.asarray(g) - cost) / 0.1) / 900
    np.testing.assert_allclose(np.sum(plan, axis=0), np.full(30, 1 / 30), rtol=1e-4)
    np.testing.assert_allclose(np.sum(plan, axis=1), np.full(30, 1 / 30), rtol=1e-4)


def test_in_float64_the_result_is_float64(agree):
    x, y = (array.astype(np.float64) for array in _inputs.point_clouds(6))
    with jax.enable_x64(True):
        agree(
            jax.jit(sinkhorn_potentials)(jnp.asarray(x), jnp.asarray(y)),
            sinkhorn_potentials_reference(x, y),
            atol=1e-13,
        )


def test_points_of_other_dimensions_are_refused():
    with pytest.raises(TypeError, match="incompatible shapes"):
        sinkhorn_potentials(jnp.zeros((2, 2)), jnp.zeros((2, 3)))
