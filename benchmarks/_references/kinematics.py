"""What `kernels.kinematics` must return."""

import numpy as np


def joint_frames(angles: np.ndarray, links: np.ndarray) -> np.ndarray:
    """Of `kinematics.joint_frames`, the rotations and the positions apart."""
    frames = np.zeros((len(angles), 4, 4))
    frames[:, 3, 3] = 1.0
    rotation, position = np.eye(3), np.zeros(3)
    for frame, angle, link in zip(frames, angles.astype(np.float64), links.astype(np.float64), strict=True):
        position = position + rotation @ link[:3, 3]
        turn = [[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]]
        rotation = rotation @ link[:3, :3] @ turn
        frame[:3, :3], frame[:3, 3] = rotation, position
    return frames.astype(angles.dtype)


def inertia(
    angles: np.ndarray, links: np.ndarray, centres: np.ndarray, masses: np.ndarray, moments: np.ndarray
) -> np.ndarray:
    """Of `kinematics.inertia`, link after link: each adds to the joints before it."""
    frames = joint_frames(angles.astype(np.float64), links)
    result = np.zeros((len(angles), len(angles)))
    for link, (frame, centre) in enumerate(zip(frames, centres.astype(np.float64), strict=True)):
        axes, origins = frames[: link + 1, :3, 2], frames[: link + 1, :3, 3]
        place = frame[:3, :3] @ centre + frame[:3, 3]
        moves = np.cross(axes, place - origins)
        result[: link + 1, : link + 1] += float(masses[link]) * moves @ moves.T + float(moments[link]) * axes @ axes.T
    return result.astype(angles.dtype)
