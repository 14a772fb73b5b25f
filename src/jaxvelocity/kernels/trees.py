"""Arguments that are trees of arrays: each leaf is handed over at every call."""

import jax


def sum_of_leaves(leaves: dict[str, jax.Array]) -> jax.Array:
    """Elementwise sum of the leaves of a dictionary, in the order of their names: so little that the call is the cost.

    Args:
        leaves: at least one, all of one shape and one integer or floating dtype.

    Returns:
        An array of the leaves' shape and dtype.

    Raises:
        ValueError: there is no leaf.
    """
    total: jax.Array
    total, *others = jax.tree.leaves(leaves)
    for leaf in others:
        total = total + leaf
    return total
