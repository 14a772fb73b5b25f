"""A chain of links and joints, unrolled in Python as robotics code does: many small matrices, one after another."""

import jax
import jax.numpy as jnp


def joint_frames(angles: jax.Array, links: jax.Array) -> jax.Array:
    """Give where each joint of a serial chain stands and points: Tᵢ = Tᵢ₋₁ Bᵢ R(θᵢ), R the rotation about z.

    Args:
        angles: θ, (n,), any floating dtype, n at least 1. Under jit the chain is unrolled.
        links: B, (n, 4, 4), of angles' dtype: the homogeneous transform from the joint before (of the first, from the
            base) to the joint at angle 0. Another length than n raises nothing: what is too many is left out, of too
            few the last is taken again.

    Returns:
        T, (n, 4, 4), of angles' dtype: from each joint's frame, turned by its angle, to the base's.

    Source: jax-ml/jax#26021, written anew.
    """
    frames = jnp.zeros((len(angles), 4, 4), angles.dtype)
    frame = jnp.eye(4, dtype=angles.dtype)
    for joint in range(len(angles)):
        cosine, sine = jnp.cos(angles[joint]), jnp.sin(angles[joint])
        turn = jnp.eye(4, dtype=angles.dtype)
        turn = turn.at[0, 0].set(cosine).at[0, 1].set(-sine)
        turn = turn.at[1, 0].set(sine).at[1, 1].set(cosine)
        frame = frame @ links[joint] @ turn
        frames = frames.at[joint].set(frame)
    return frames


def inertia(
    angles: jax.Array, links: jax.Array, centres: jax.Array, masses: jax.Array, moments: jax.Array
) -> jax.Array:
    """Joint-space inertia of a serial chain whose links turn like balls: Mᵢⱼ = Σₖ mₖ vₖᵢᵀ vₖⱼ + rₖ wₖᵢᵀ wₖⱼ.

    The geometric Jacobian of link k's centre c has for each joint i ≤ k, at o and about the axis z, the columns
    vₖᵢ = z × (c - o) and wₖᵢ = z; those of later joints are 0.

    Args:
        angles: (n,), any floating dtype, n at least 1.
        links: as of `joint_frames`.
        centres: (n, 3), of angles' dtype: each link's centre of mass in its joint's frame.
        masses: m, (n,), of angles' dtype.
        moments: r, (n,), of angles' dtype: each link's moment of inertia about any axis through its centre.

    Returns:
        M, (n, n), of angles' dtype.

    Raises:
        ValueError: centres, masses or moments are not as many as angles, and not 1.

    Source: jax-ml/jax#26021, written anew.
    """
    frames = joint_frames(angles, links)
    axes, origins = frames[:, :3, 2], frames[:, :3, 3]
    places = origins + jnp.einsum("kab,kb->ka", frames[:, :3, :3], centres)
    moves = jnp.cross(axes[None, :, :], places[:, None, :] - origins[None, :, :])
    turns = jnp.broadcast_to(axes[None, :, :], moves.shape)
    before = jnp.tril(jnp.ones((len(angles), len(angles)), angles.dtype))  # [k, i] is 1 where i ≤ k
    jacobian = jnp.concatenate([moves, turns], axis=-1) * before[:, :, None]
    weights = jnp.stack([masses] * 3 + [moments] * 3, axis=-1)
    return jnp.einsum("ka,kia,kja->ij", weights, jacobian, jacobian)
