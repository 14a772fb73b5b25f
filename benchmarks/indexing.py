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


class GatherRows(_JaxBenchmark):
    """Rows of 64 read from a table of ten thousand, as words are looked up in an embedding: a gather of whole rows."""

    param_names = ["positions"]
    params = [["100", "10000"]]

    def setup(self, positions):
        self.prepare(
            kernels.gathers.gather_rows,
            lambda: (_inputs.rows(10_000, 64), _inputs.positions(int(positions), 10_000)),
            reference=_references.gathers.gather_rows,
        )

    def time_steady(self, positions):
        self.run()


class ScatterAdd(_JaxBenchmark):
    """Rows of 64 added into a table of a thousand: a scatter as SegmentSum's, but 64 additions for each position."""

    param_names = ["positions"]
    params = [["100", "10000"]]

    def setup(self, positions):
        self.prepare(
            kernels.scatters.scatter_rows,
            lambda: (
                _inputs.rows(1000, 64),
                _inputs.positions(int(positions), 1000),
                _inputs.factors(int(positions), 64)[0],
            ),
            reference=_references.scatters.scatter_rows,
            atol=2e-5,  # a row is added to 22 times at most: as many sums below 32, each rounded by 1e-6 at most
        )

    def time_steady(self, positions):
        self.run()


class BinCount(_JaxBenchmark):
    """How often each of a hundred integers comes: SegmentSum's scatter in integers, which any order leaves exact."""

    param_names = ["size"]
    params = [["10000"]]

    def setup(self, size):
        self.prepare(
            kernels.scatters.bin_counts,
            lambda: _inputs.positions(int(size), 100),
            reference=_references.scatters.bin_counts,
            static={"length": 100},
        )

    def time_steady(self, size):
        self.run()


class Interpolation(_JaxBenchmark):
    """Points interpolated linearly on a grid of 16: SearchSorted's loop is short, the reads after it weigh more."""

    param_names = ["points"]
    params = [["100000"]]

    def setup(self, points):
        self.prepare(
            kernels.interpolations.interpolate_linearly,
            lambda: (*reversed(_inputs.grid_and_points(16, int(points))), _inputs.vector(16)),
            reference=_references.interpolations.interpolate_linearly,
            atol=2e-6,  # five roundings of a difference below 4, by 2.4e-7 at most, and one of a result below 2
        )

    def time_steady(self, points):
        self.run()


class ScatteredInLoop(_JaxBenchmark):
    """Ten thousand steps of a loop, each adding to one element of a vector as long: is it in place, and how dear?"""

    param_names = ["steps"]
    params = [["10000"]]

    def setup(self, steps):
        self.prepare(
            kernels.scatters.scatter_in_loop,
            lambda: (
                _inputs.vector(int(steps)),
                _inputs.positions(int(steps), int(steps)),
                _inputs.factors(int(steps))[0],
            ),
            reference=_references.scatters.scatter_in_loop,
            atol=2e-6,  # seven additions to an element at most, of sums below 8, each rounded by 2.4e-7 at most
        )

    def time_steady(self, steps):
        self.run()
