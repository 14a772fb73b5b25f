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
