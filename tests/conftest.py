"""JAX as the tests see it: at its strictest, and on the CPU whatever else the machine has."""

import os

# JAX reads it as it is imported; the processes that tests start inherit it.
os.environ["JAX_PLATFORMS"] = "cpu"

import jax

jax.config.update("jax_numpy_dtype_promotion", "strict")
jax.config.update("jax_numpy_rank_promotion", "raise")


def pytest_collection_modifyitems(items):
    """Begin with the files that measure: they take longest, and one of them left for the end would run alone."""
    items.sort(key=lambda item: item.path.parent.name != "measure")
