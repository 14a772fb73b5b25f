"""Loops that stay loops in the compiled program: the cost of one step, a hundred thousand times."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class WhileGather(_JaxBenchmark):
    """A while loop of one gather and one addition a step: the loop's own overhead (jax-ml/jax#25190)."""

    param_names = ["size"]
    params = [["1024", "262144"]]

    def setup(self, size):
        self.prepare(
            kernels.loops.while_gather, lambda: _inputs.ramp(int(size)), reference=_references.loops.while_gather
        )

    def time_steady(self, size):
        self.run()
