import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.kalman_filters import filtered_means

TRACED = [(filtered_means, _inputs.tracked_motion(3))]

BUILT = [
    (_inputs.tracked_motion(2)[0], np.float32, [[-3.3882, -1.5871], [-4.2333, -0.7588]]),
    (_inputs.tracked_motion(1)[1][2], np.float32, [-0.1, 0, 0.9, 0]),
    (_inputs.tracked_motion(1)[2][0], np.float32, [0.051, 0, 0.1, 0]),
    (_inputs.tracked_motion(1)[3], np.float32, [[1, 0, 0, 0], [0, 1, 0, 0]]),
    (_inputs.tracked_motion(1)[4], np.float32, [[0.5, 0], [0, 0.5]]),
    (_inputs.tracked_motion(1)[5], np.float32, [0, 0, 0, 0]),
    (_inputs.tracked_motion(1)[6], np.float32, np.eye(4)),
]


@pytest.mark.parametrize("count", [1, 300])
def test_filtered_means_agree_with_their_reference(transform, agree, count):
    arguments = _inputs.tracked_motion(count)
    expected = _references.kalman_filters.filtered_means(*arguments)
    # Means below 15, whose errors die out with the filter's; of the likelihood, a sum, relative.
    agree(transform(filtered_means)(*map(jnp.asarray, arguments)), expected, rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("filtered", [filtered_means, _references.kalman_filters.filtered_means])
def test_both_by_hand(filtered):
    # A number that wanders by 1 from a variance of 1, seen with one of 2: a variance of 2 before each observation, 4 of
    # it, a gain of a half, and 1 after it. 4 is 4 off, 2 is as foreseen.
    one = np.ones((1, 1), np.float32)
    observations, mean = np.array([[4], [2]], np.float32), np.zeros(1, np.float32)
    means, likelihood = filtered(observations, one, one, one, 2 * one, mean, one)
    np.testing.assert_allclose(means, [[2], [2]], rtol=1e-6)
    np.testing.assert_allclose(likelihood, -2 - 2 * np.log(2) - np.log(2 * np.pi), rtol=1e-6)


def test_the_reference_conditions_one_large_gaussian():
    observations, a, q, h, r, mean, p = (array.astype(np.float64) for array in _inputs.tracked_motion(6))
    count, size, seen = len(observations), len(mean), len(h)
    whole = np.zeros((count, size, count, size))
    for row in range(count):
        p = a @ p @ a.T + q
        carried = p
        for column in range(row, count):
            whole[row, :, column], whole[column, :, row] = carried, carried.T
            carried = carried @ a.T
    of_both = np.einsum("isjt,kt->isjk", whole, h)
    of_seen = np.einsum("ks,isjl->ikjl", h, of_both) + np.einsum("ij,kl->ikjl", np.eye(count), r)
    means, likelihood = _references.kalman_filters.filtered_means(observations, a, q, h, r, mean, np.eye(4))
    for row in range(count):
        known = (row + 1) * seen
        covariance = of_seen[: row + 1, :, : row + 1].reshape(known, known)
        y = observations[: row + 1].reshape(-1)
        wanted = of_both[row, :, : row + 1].reshape(size, known) @ np.linalg.solve(covariance, y)
        np.testing.assert_allclose(means[row], wanted, rtol=1e-10)
    fit = y @ np.linalg.solve(covariance, y) + np.linalg.slogdet(covariance)[1] + known * np.log(2 * np.pi)
    np.testing.assert_allclose(likelihood, -fit / 2, rtol=1e-12)


def test_in_float64_the_result_is_float64(agree):
    arguments = tuple(array.astype(np.float64) for array in _inputs.tracked_motion(30))
    with jax.enable_x64(True):
        result = jax.jit(filtered_means)(*map(jnp.asarray, arguments))
    agree(result, _references.kalman_filters.filtered_means(*arguments), rtol=1e-13, atol=1e-13)


def test_shapes_that_do_not_fit_are_refused():
    observations, transition, *others = map(jnp.asarray, _inputs.tracked_motion(3))
    with pytest.raises(TypeError, match="shapes"):
        filtered_means(jnp.pad(observations, ((0, 0), (0, 1))), transition, *others)
    with pytest.raises(TypeError, match="contracting dimension"):
        filtered_means(observations, transition[:3, :3], *others)
