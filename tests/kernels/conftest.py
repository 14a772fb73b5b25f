"""What the tests of all families share: how a kernel is called, and what it is held against."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest


@pytest.fixture(autouse=True, scope="module")
def _compiled_quickly():
    """Let XLA leave out what only makes a program fast: thousands are compiled here, and each is called once or twice.

    The suite's own check, in `tests/benchmarks/test_suite.py`, compiles as a user's process does.
    """
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)


@pytest.fixture(params=["unjitted", "jitted"])
def transform(request: pytest.FixtureRequest) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The kernel itself, then the kernel under jit."""
    return jax.jit if request.param == "jitted" else lambda kernel: kernel


@pytest.fixture
def agree() -> Callable[..., None]:
    """Hold a result against a reference: number of outputs, then dtype, shape and values of each."""

    def check(result: Any, reference: Any, rtol: float = 0.0, atol: float = 0.0) -> None:
        for value, want in zip(jax.tree.leaves(result), jax.tree.leaves(reference), strict=True):
            assert isinstance(value, jax.Array)
            assert value.dtype == want.dtype
            assert value.shape == want.shape
            np.testing.assert_allclose(value, want, rtol=rtol, atol=atol)

    return check


@pytest.fixture
def central_differences() -> Callable[..., np.ndarray]:
    """Gradient of a scalar function of a float64 array by central differences, in x64 mode."""

    def differentiate(function: Callable[[jax.Array], jax.Array], x: np.ndarray, step: float) -> np.ndarray:
        gradient = np.zeros_like(x)
        for index in np.ndindex(x.shape):
            shift = np.zeros_like(x)
            shift[index] = step
            above, below = function(jnp.asarray(x + shift)), function(jnp.asarray(x - shift))
            assert above.dtype == np.float64
            gradient[index] = (above - below) / (2 * step)
        return gradient

    return differentiate
