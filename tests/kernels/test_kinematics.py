import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.kinematics import inertia, joint_frames

TRACED = [(joint_frames, _inputs.serial_chain(3)[:2]), (inertia, _inputs.serial_chain(3))]


def step_along_x(*lengths):
    links = np.tile(np.eye(4), (len(lengths), 1, 1))
    links[:, 0, 3] = lengths
    return links


def test_joint_frames_and_their_reference_by_hand(transform, agree):
    # A step of 2 along x and a quarter turn; the next step, of 3, is along y, and a quarter turn more makes a half.
    angles, links = np.full(2, np.pi / 2, np.float32), step_along_x(2, 3).astype(np.float32)
    expected = np.array(
        [
            [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
            [[-1, 0, 0, 2], [0, -1, 0, 3], [0, 0, 1, 0], [0, 0, 0, 1]],
        ],
        np.float32,
    )
    atol = 4 * float(np.finfo(np.float32).eps)  # π / 2 is rounded, by less than an eps, and twice
    agree(transform(joint_frames)(jnp.asarray(angles), jnp.asarray(links)), expected, atol=atol)
    agree(jnp.asarray(_references.kinematics.joint_frames(angles, links)), expected, atol=atol)


def test_inertia_and_its_reference_are_the_elbow_manipulators(transform, agree):
    # Spong, Robot Modeling and Control, the planar elbow manipulator, at θ₂ = π / 3, whose cosine is 1/2:
    # lengths l₁ = 2, to the centres c₁ = 1 and c₂ = 3, masses 5 and 7, moments 11 and 13.
    far = 7 * (3 * 3 + 2 * 3 * 0.5) + 13
    expected = np.array([[5 * 1 + 7 * (2 * 2 + 3 * 3 + 2 * 2 * 3 * 0.5) + 11 + 13, far], [far, 7 * 3 * 3 + 13]])
    arguments = (
        np.array([0.7, np.pi / 3]),  # M does not depend on θ₁
        step_along_x(0, 2),
        np.array([[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]),
        np.array([5.0, 7.0]),
        np.array([11.0, 13.0]),
    )
    with jax.enable_x64(True):
        agree(transform(inertia)(*map(jnp.asarray, arguments)), expected, rtol=1e-14)
        agree(jnp.asarray(_references.kinematics.inertia(*arguments)), expected, rtol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("joints", [1, 2, 8])
def test_both_agree_with_their_references_on_the_benchmarks_input(transform, agree, joints, dtype):
    arguments = tuple(array.astype(dtype) for array in _inputs.serial_chain(joints))
    eps = float(np.finfo(dtype).eps)
    with jax.enable_x64(True):
        placed = [jnp.asarray(argument) for argument in arguments]
        frames, result = transform(joint_frames)(*placed[:2]), transform(inertia)(*placed)
    # Lengths are below 4, and two products of eight roundings a joint; the inertia has up to `joints` links of 2 · 4².
    agree(frames, _references.kinematics.joint_frames(*arguments[:2]), atol=4 * 16 * joints * eps)
    agree(result, _references.kinematics.inertia(*arguments), atol=32 * 16 * joints * eps)


def test_inertia_is_that_of_the_frames_own_derivatives(transform):
    angles, links, centres, masses, moments = _inputs.serial_chain(4)
    with jax.enable_x64(True):
        slopes = np.asarray(jax.jacfwd(joint_frames)(jnp.asarray(angles), jnp.asarray(links)))  # [k, :, :, i]
        result = transform(inertia)(*map(jnp.asarray, (angles, links, centres, masses, moments)))
    moves = np.einsum("kabi,kb->kai", slopes[:, :3], np.concatenate([centres, np.ones((4, 1))], axis=1))
    # The derivative of a rotation R is [w]× R, and tr [w]×ᵀ [w']× = 2 wᵀ w'.
    turns = np.einsum("kabi,kabj->kij", slopes[:, :3, :3], slopes[:, :3, :3]) / 2
    expected = np.einsum("k,kai,kaj->ij", masses, moves, moves) + np.einsum("k,kij->ij", moments, turns)
    np.testing.assert_allclose(result, expected, atol=1e-13)


@pytest.mark.parametrize("position", [2, 3, 4])
def test_links_without_centre_mass_or_moment_are_refused(transform, position):
    arguments = [jnp.asarray(array.astype(np.float32)) for array in _inputs.serial_chain(3)]
    arguments[position] = arguments[position][:2]
    with pytest.raises(ValueError, match="Size of label 'k'|must have the same shape"):
        transform(inertia)(*arguments)


def test_the_benchmarks_links_are_rotations_and_steps():
    _, links, *_ = _inputs.serial_chain(50)
    rotations = links[:, :3, :3]
    np.testing.assert_allclose(rotations @ rotations.swapaxes(1, 2), np.tile(np.eye(3), (50, 1, 1)), atol=1e-14)
    np.testing.assert_allclose(np.linalg.det(rotations), 1.0)
    np.testing.assert_array_equal(links[:, 3], np.tile([0.0, 0.0, 0.0, 1.0], (50, 1)))
