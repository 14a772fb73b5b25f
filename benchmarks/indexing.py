"""Reading and writing at indices that are data."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class SegmentSum(_JaxBenchmark):
    """Values added up by segment in random order: a scatter, one update an element."""

    param_names = ["size"]
    params = [["1000", "100000"]]

    segments = 100

    def setup(self, size):
        self.prepare(
            kernels.segments.segment_sum,
            lambda: _inputs.values_and_segments(int(size), self.segments),
            reference=_references.segments.segment_sum,
            static={"num_segments": self.segments},
            rtol=1e-4,
            atol=1e-3,
        )

    def time_steady(self, size):
        self.run()
