"""JAX as the tests see it: at its strictest, and on the CPU whatever else the machine has."""

import os

# JAX reads it as it is imported; the processes that tests start inherit it.
os.environ["JAX_PLATFORMS"] = "cpu"

import jax

jax.config.update("jax_numpy_dtype_promotion", "strict")
jax.config.update("jax_numpy_rank_promotion", "raise")
