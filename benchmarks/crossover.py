"""From which size on JAX, compiled and with its inputs on the device, is faster than NumPy."""

from benchmarks import _inputs, _numpy, _references
from benchmarks._crossover import _CrossoverBenchmark
from jaxvelocity import kernels


class Selu(_CrossoverBenchmark):
    """Elementwise operations: JAX pays its dispatch once and goes over memory once, NumPy at each of them."""

    sizes = tuple(4**power for power in range(12))

    def setup(self):
        self.sweep(
            kernels.activations.selu,
            _inputs.vector,
            numpy=_numpy.selu,
            reference=_references.activations.selu,
            rtol=1e-5,
            atol=1e-6,
        )


class Gram(_CrossoverBenchmark):
    """One product, which both hand to tuned code: it may well never cross."""

    sizes = tuple(2**power for power in range(12))

    def setup(self):
        self.sweep(
            kernels.products.gram,
            lambda side: _inputs.rows(side, side),
            numpy=_numpy.gram,
            reference=_references.products.gram,
            rtol=1e-4,
            atol=1e-3,
        )

    def track_crossover_size(self):
        return super().track_crossover_size()

    track_crossover_size.unit = "rows"


class SumOfSquares(_CrossoverBenchmark):
    """A square into a sum: JAX makes no array of the squares, NumPy does."""

    sizes = tuple(4**power for power in range(12))

    def setup(self):
        self.sweep(
            kernels.reductions.sum_of_squares,
            _inputs.vector,
            numpy=_numpy.sum_of_squares,
            reference=_references.reductions.sum_of_squares,
            rtol=1e-3,
        )
