"""Sorting and what is made of it."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class ArgsortRows(_JaxBenchmark):
    """The order of each of a hundred rows: bound by the comparisons, each a call of a compiled function."""

    param_names = ["columns"]
    params = [["100", "10000"]]

    def setup(self, columns):
        self.prepare(
            kernels.sorting.argsort_rows,
            lambda: _inputs.rows(100, int(columns)),
            reference=_references.sorting.argsort_rows,
        )

    def time_steady(self, columns):
        self.run()


class Sort(_JaxBenchmark):
    """A vector sorted with no indices carried along, as medians and quantiles need it: ArgsortRows' control."""

    param_names = ["size"]
    params = [["1000", "100000"]]

    def setup(self, size):
        self.prepare(
            kernels.sorting.sort_vector, lambda: _inputs.vector(int(size)), reference=_references.sorting.sort_vector
        )

    def time_steady(self, size):
        self.run()


class TopK(_JaxBenchmark):
    """The ten largest of each of 16 rows, as a search keeps its candidates: a selection, much less than a sort."""

    param_names = ["columns"]
    params = [["100", "10000"]]

    def setup(self, columns):
        self.prepare(
            kernels.sorting.top_of_rows,
            lambda: _inputs.rows(16, int(columns)),
            reference=_references.sorting.top_of_rows,
            static={"k": 10},
        )

    def time_steady(self, columns):
        self.run()


class SearchSorted(_JaxBenchmark):
    """Where points go in a sorted grid of 1000: a binary search of all at once, ten steps of one gather each."""

    param_names = ["points"]
    params = [["1000", "100000"]]

    def setup(self, points):
        self.prepare(
            kernels.sorting.search_sorted,
            lambda: _inputs.grid_and_points(1000, int(points)),
            reference=_references.sorting.search_sorted,
        )

    def time_steady(self, points):
        self.run()
