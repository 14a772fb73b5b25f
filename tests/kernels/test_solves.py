import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.solves import solve_each, solve_gradients

TRACED = [(solve_each, _inputs.systems(3, 2)), (solve_gradients, _inputs.systems(3, 2))]

BUILDERS = [_inputs.spd_systems, _inputs.systems]


@pytest.mark.parametrize("build", BUILDERS)
@pytest.mark.parametrize(("count", "side"), [(1, 1), (50, 3), (20, 8)])
def test_solve_each_agrees_with_its_reference(transform, agree, build, count, side):
    matrices, right_sides = build(count, side)
    expected = _references.solves.solve_each(matrices, right_sides)
    # Relative to the largest element: the condition number times the backward error of an elimination, which is some
    # 3 n eps with pivots and without growth (Higham, Accuracy and Stability of Numerical Algorithms, section 9.3).
    condition = float(np.max(np.linalg.cond(matrices.astype(np.float64))))
    atol = condition * 3 * side * float(np.finfo(np.float32).eps) * float(np.max(np.abs(expected)))
    agree(transform(solve_each)(jnp.asarray(matrices), jnp.asarray(right_sides)), expected, atol=atol)


def test_solve_each_and_its_reference_by_hand(transform, agree):
    # x + y = 3, y = 2; 2x = 4, 4y = 2; two equations that have changed places.
    matrices = np.array([[[1, 1], [0, 1]], [[2, 0], [0, 4]], [[0, 1], [1, 0]]], np.float32)
    right_sides = np.array([[3, 2], [4, 2], [5, 6]], np.float32)
    expected = np.array([[1, 2], [2, 0.5], [6, 5]], np.float32)
    agree(transform(solve_each)(jnp.asarray(matrices), jnp.asarray(right_sides)), expected)
    agree(jnp.asarray(_references.solves.solve_each(matrices, right_sides)), expected)


def test_as_many_systems_as_equations_are_still_one_right_hand_side_each(transform, agree):
    # Twice and four times the identity: each vector is halved, or quartered, as it stands.
    matrices = np.stack([2 * np.eye(2, dtype=np.float32), 4 * np.eye(2, dtype=np.float32)])
    right_sides = np.array([[2, 4], [8, 16]], np.float32)
    expected = np.array([[1, 2], [2, 4]], np.float32)
    agree(transform(solve_each)(jnp.asarray(matrices), jnp.asarray(right_sides)), expected)


def test_in_float64_the_result_is_float64(transform, agree):
    matrices, right_sides = (array.astype(np.float64) for array in _inputs.spd_systems(5, 3))
    expected = _references.solves.solve_each(matrices, right_sides)
    with jax.enable_x64(True):
        agree(transform(solve_each)(jnp.asarray(matrices), jnp.asarray(right_sides)), expected, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize(("matrices", "right_sides"), [((2, 3, 2), (2, 3)), ((2, 3, 3), (2, 2)), ((2, 3, 3), (3, 3))])
def test_shapes_that_do_not_fit_are_refused(transform, matrices, right_sides):
    with pytest.raises(ValueError, match=r"inconsistent size|Incompatible shapes"):
        transform(solve_each)(jnp.ones(matrices), jnp.ones(right_sides))


def test_the_systems_are_well_conditioned():
    # By the benchmarks' tolerance of 1e-4: a condition number below 100 leaves float32's 1.2e-7 a place in it.
    for matrices, _ in (_inputs.spd_systems(86268, 3), _inputs.systems(128, 8)):
        assert np.max(np.linalg.cond(matrices.astype(np.float64))) < 100


def test_positive_definite_systems_are_that():
    matrices, right_sides = _inputs.spd_systems(200, 3)
    assert right_sides.shape == (200, 3)
    np.testing.assert_array_equal(matrices, np.swapaxes(matrices, 1, 2))
    # M Mᵀ has no eigenvalue below 0, and 3 I adds 3 to each; float32 rounds some 20 of a sum to 1e-5.
    assert np.min(np.linalg.eigvalsh(matrices.astype(np.float64))) > 3 - 1e-4


@pytest.mark.parametrize("build", BUILDERS)
@pytest.mark.parametrize(("count", "side"), [(1, 1), (50, 3), (3, 3), (20, 8)])
def test_solve_gradients_agree_with_their_reference(transform, agree, build, count, side):
    matrices, right_sides = build(count, side)
    expected = _references.solves.solve_gradients(matrices, right_sides)
    condition = float(np.max(np.linalg.cond(matrices.astype(np.float64))))
    largest = max(float(np.max(np.abs(leaf))) for leaf in expected)
    atol = 2 * condition * 3 * side * float(np.finfo(np.float32).eps) * largest  # two solves, one after the other
    agree(transform(solve_gradients)(jnp.asarray(matrices), jnp.asarray(right_sides)), expected, atol=atol)


def test_solve_gradients_and_their_reference_by_hand(transform, agree):
    # 2 x = 6, 4 y = 4: x = (3, 1). By b: x / (2, 4); by A: minus that times xᵀ.
    matrices, right_sides = np.array([[[2, 0], [0, 4]]], np.float32), np.array([[6, 4]], np.float32)
    expected = np.array([[[-4.5, -1.5], [-0.75, -0.25]]], np.float32), np.array([[1.5, 0.25]], np.float32)
    agree(transform(solve_gradients)(jnp.asarray(matrices), jnp.asarray(right_sides)), expected)
    agree(jax.tree.map(jnp.asarray, _references.solves.solve_gradients(matrices, right_sides)), expected)


def test_solve_gradients_agree_with_central_differences(central_differences):
    matrices, right_sides = (array.astype(np.float64) for array in _inputs.systems(2, 3))
    with jax.enable_x64(True):
        by_matrices, by_right_sides = solve_gradients(jnp.asarray(matrices), jnp.asarray(right_sides))
        fixed = jnp.asarray(matrices), jnp.asarray(right_sides)
        # Truncation and rounding are some 1e-10 each at this step, of values of some 0.1.
        expected = central_differences(lambda a: jnp.sum(solve_each(a, fixed[1]) ** 2) / 2, matrices, 1e-5)
        np.testing.assert_allclose(by_matrices, expected, atol=1e-8)
        expected = central_differences(lambda b: jnp.sum(solve_each(fixed[0], b) ** 2) / 2, right_sides, 1e-5)
        np.testing.assert_allclose(by_right_sides, expected, atol=1e-8)
