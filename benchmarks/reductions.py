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


class SumOverAxis(_JaxBenchmark):
    """A volume of 128³ summed over each axis in turn: only the order in which memory is read differs."""

    param_names = ["axis"]
    params = [["0", "1", "2"]]

    def setup(self, axis):
        self.prepare(
            kernels.sums.sum_over_axis,
            lambda: _inputs.volume(128),
            reference=_references.sums.sum_over_axis,
            static={"axis": int(axis)},
            atol=3e-5,  # 127 additions, each rounding a sum that stays below 64 by 2e-6 at most: like a random walk
        )

    def time_steady(self, axis):
        self.run()
