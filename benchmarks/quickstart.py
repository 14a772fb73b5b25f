"""What JAX's quickstart shows: an activation, a product, a gradient, and one matrix applied to a batch."""

from benchmarks import _inputs, _numpy, _references
from benchmarks._evaluated import _EvaluatedBenchmark
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Selu(_EvaluatedBenchmark):
    """SELU, an activation, of a vector: dispatch at the small size, the exponential's throughput at the large one."""

    param_names = ["size"]
    params = [["100", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.activations.selu,
            lambda: _inputs.vector(int(size)),
            reference=_references.activations.selu,
            rtol=1e-5,
            atol=1e-6,
            numpy=_numpy.selu,
        )


class Gram(_EvaluatedBenchmark):
    """A square matrix times its own transpose: the product's throughput, bound by arithmetic."""

    param_names = ["side"]
    params = [["100", "1000", "3000"]]
    short_params = [["100", "1000"]]

    def setup(self, side):
        self.prepare(
            kernels.products.gram,
            lambda: _inputs.rows(int(side), int(side)),
            reference=_references.products.gram,
            rtol=1e-4,
            atol=1e-3,  # a sum of thousands of products rounds in proportion to the terms, not to their sum
            numpy=_numpy.gram,
        )


class SumLogistic(_JaxBenchmark):
    """A transcendental function into one sum: does it fuse?"""

    param_names = ["size"]
    params = [["1000", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.logistic.sum_logistic,
            lambda: _inputs.vector(int(size)),
            reference=_references.logistic.sum_logistic,
            rtol=1e-4,
        )

    def time_steady(self, size):
        self.run()


class SumLogisticGradient(_JaxBenchmark):
    """Its gradient: an elementwise program that reverse-mode differentiation has made."""

    param_names = ["size"]
    params = [["1000", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.logistic.sum_logistic_gradient,
            lambda: _inputs.vector(int(size)),
            reference=_references.logistic.sum_logistic_gradient,
            rtol=1e-5,
        )

    def time_steady(self, size):
        self.run()

    def track_compilations(self, size):
        return self.count_compilations()

    track_compilations.unit = "compilations"


class _MatrixOnBatch(_JaxBenchmark):
    """A 150 × 100 matrix on a batch of ten vectors; the three ways must give the same result."""

    def prepare_way(self, function, **ways):
        self.prepare(
            function,
            lambda: _inputs.matrix_and_batch(150, 100, 10),
            reference=_references.products.apply_by_loop,
            rtol=1e-4,
            atol=1e-4,
            **ways,
        )

    def time_steady(self):
        self.run()

    def time_eager(self):
        self.run()


class MatrixOnBatchByLoop(_MatrixOnBatch):
    """A 150 × 100 matrix on ten vectors, in a Python loop that jit unrolls: many small products, a long program."""

    def setup(self):
        self.prepare_way(kernels.products.apply_by_loop, numpy=_numpy.apply_by_loop)

    def time_numpy(self):
        self.run()

    def time_one_thread(self):
        self.run()


class MatrixOnBatchByHand(_MatrixOnBatch):
    """A 150 × 100 matrix on ten vectors as one product, written by hand: what vmap is held against."""

    def setup(self):
        self.prepare_way(kernels.products.apply_by_hand, numpy=_numpy.apply_by_hand)

    def time_numpy(self):
        self.run()

    def time_one_thread(self):
        self.run()


class MatrixOnBatchByVmap(_MatrixOnBatch):
    """One row's product under vmap: it should cost what the product written by hand costs."""

    def setup(self):
        self.prepare_way(kernels.products.apply_by_vmap)
