"""A pipeline of small steps, jitted whole or step by step."""

from benchmarks import _inputs, _numpy, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class _Pipeline(_JaxBenchmark):
    """Elementwise steps: at the small size the calls cost, at the large one the passes over memory."""

    param_names = ["size"]
    params = [["1000", "30000", "1000000"]]

    def time_steady(self, size):
        self.run()


class Whole(_Pipeline):
    """Shift, scale, sine, tanh and square of a vector under one jit: one call, one pass over memory."""

    def setup(self, size):
        self.prepare(
            kernels.pipelines.whole,
            lambda: _inputs.vector(int(size)),
            reference=_references.pipelines.whole,
            rtol=1e-5,
            atol=1e-5,
            numpy=_numpy.whole,
        )

    def time_numpy(self, size):
        self.run()

    def time_one_thread(self, size):
        self.run()


class ByStep(_Pipeline):
    """Each step under a jit of its own: a call and a pass over memory each."""

    jit = False

    def setup(self, size):
        self.prepare(
            kernels.pipelines.by_step,
            lambda: _inputs.vector(int(size)),
            reference=_references.pipelines.by_step,
            rtol=1e-5,
            atol=1e-5,
        )
