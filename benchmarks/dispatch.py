"""What a jitted call costs the Python thread: to hand over its arguments, and to return before the work is done."""

import statistics
import time

import jax
import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Leaves(_JaxBenchmark):
    """A dictionary of one array and of two hundred, added up: what each leaf adds to the cost of a call."""

    param_names = ["leaves"]
    params = [["1", "200"]]

    def setup(self, leaves):
        self.prepare(
            kernels.trees.sum_of_leaves,
            lambda: _inputs.leaves(int(leaves), 8),
            reference=_references.trees.sum_of_leaves,
            rtol=1e-5,
            atol=1e-5,
        )

    def time_steady(self, leaves):
        self.run()


class AheadOfTime(Leaves):
    """The same, by the object that lower().compile() gives: calls on another path than those of a jitted function."""

    jit = False  # Leaves has the program's numbers

    def _compiled(self, plain, placed, donate):
        return jax.jit(plain).lower(*placed).compile()


class HostCallback(_JaxBenchmark):
    """NumPy's sine from inside a program (pure_callback): the way from compiled code to Python, then copies."""

    param_names = ["size"]
    params = [["8", "100000"]]

    def setup(self, size):
        self.prepare(
            kernels.callbacks.on_host,
            lambda: _inputs.vector(int(size)),
            reference=_references.callbacks.on_host,
            static={"function": np.sin},
            rtol=1e-6,  # eight units in the last place; NumPy's sine in float32 is good to two
        )

    def time_steady(self, size):
        self.run()


class ReturnBeforeDone(_JaxBenchmark):
    """A product of some milliseconds: does the call return at once, or with the result (JAX's changelog)?"""

    jit = False  # quickstart.Gram has the program's numbers
    param_names = ["side"]
    params = [["100", "500"]]
    repetitions = 5
    calls = 20

    def setup(self, side):
        self.prepare(
            jax.jit(kernels.products.gram),
            lambda: _inputs.rows(int(side), int(side)),
            reference=_references.products.gram,
            rtol=1e-4,
            atol=1e-3,  # a sum of hundreds of products rounds in proportion to the terms, not to their sum
        )

    def time_steady(self, side):
        self.run()

    def track_return_seconds(self, side):
        return self._number("return_seconds", self.measure_returns)

    track_return_seconds.unit = "seconds"

    _families = {"return_seconds": "returns"}

    def measure_returns(self):
        """Give the median time until a call returns, by round; each is waited for outside the clock."""
        return {"return_seconds": [self.median_return() for _ in range(self.repetitions)]}

    def median_return(self):
        seconds = []
        for _ in range(self.calls):
            start = time.perf_counter()
            result = self._subject.compiled(*self._subject.placed)
            seconds.append(time.perf_counter() - start)
            result.block_until_ready()
        return statistics.median(seconds)
