"""The floor: what the harness, and then JAX's dispatch, cost where there is next to nothing to compute."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class EmptyBody(_JaxBenchmark):
    """A Python call that does nothing: the harness itself, below which no time means anything."""

    jit = False

    def setup(self):
        self.prepare(kernels.floor.nothing, tuple, reference=_references.floor.nothing)

    def time_steady(self):
        self.run()


class SmallestCall(_JaxBenchmark):
    """One jitted addition to one number: dispatch, on the path of every jitted call."""

    def setup(self):
        self.prepare(
            kernels.floor.increment, lambda: _inputs.vector(1), reference=_references.floor.increment, rtol=1e-6
        )

    def time_steady(self):
        self.run()
