"""Sparse matrices and graphs: gathers by one index, sums by another."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class SparseProduct(_JaxBenchmark):
    """A sparse matrix on a vector: gathered terms into thousands of sorted segments, not 100 in any order."""

    param_names = ["side"]
    params = [["100", "10000"]]

    def setup(self, side):
        self.prepare(
            kernels.sparse_matrices.sparse_times_vector,
            lambda: _inputs.sparse_matrix_and_vector(int(side), 8),
            reference=_references.sparse_matrices.sparse_times_vector,
            atol=1e-5,
        )

    def time_steady(self, side):
        self.run()


class MessagePassing(_JaxBenchmark):
    """A layer of a graph network, 16 features: gathers and scatters of rows around a tall product."""

    param_names = ["nodes"]
    params = [["100", "2000"]]

    def setup(self, nodes):
        self.prepare(
            kernels.graph_networks.pass_messages,
            lambda: _inputs.graph_and_weights(int(nodes), 10 * int(nodes), 16),
            reference=_references.graph_networks.pass_messages,
            atol=3e-5,
        )

    def time_steady(self, nodes):
        self.run()
