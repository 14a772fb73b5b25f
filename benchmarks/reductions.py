"""Reductions, and what comes of keeping their partial results."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class CumulativeSum(_JaxBenchmark):
    """All partial sums of a vector: one read an element, and a program that takes longer to compile than to run."""

    param_names = ["size"]
    params = [["1000", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.cumulative.cumulative_sum,
            lambda: _inputs.signs(int(size)),
            reference=_references.cumulative.cumulative_sum,
        )

    def time_steady(self, size):
        self.run()
