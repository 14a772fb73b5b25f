"""Fourier transforms."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class ComplexVolume(_JaxBenchmark):
    """The transform of a volume over its three axes: the passes over memory decide (jax-ml/jax#25808)."""

    param_names = ["side"]
    params = [["32", "200"]]

    def setup(self, side):
        self.prepare(
            kernels.fourier.fourier_transform,
            lambda: _inputs.complex_volume(int(side)),
            reference=_references.fourier.fourier_transform,
            atol=1e-5 * (2 * int(side) ** 3) ** 0.5,  # a sum rounds as its terms do: the result's root mean square
        )

    def time_steady(self, side):
        self.run()


class ComplexSignal(_JaxBenchmark):
    """The transform of one signal: ComplexVolume's operation along one axis, which lies in memory as it is read."""

    param_names = ["size"]
    params = [["1024", "262144"]]

    def setup(self, size):
        self.prepare(
            kernels.fourier.fourier_transform,
            lambda: _inputs.complex_signal(int(size)),
            reference=_references.fourier.fourier_transform,
            atol=5e-6 * (2 * int(size)) ** 0.5,  # some 40 eps of the result's root mean square
        )

    def time_steady(self, size):
        self.run()


class RealPlane(_JaxBenchmark):
    """A real plane to its half spectrum, filtered, and back: transforms of real values, which are half as many."""

    param_names = ["side"]
    params = [["64", "512"]]

    def setup(self, side):
        self.prepare(
            kernels.fourier.filtered,
            lambda: (_inputs.rows(int(side), int(side)), _inputs.low_pass(int(side))),
            reference=_references.fourier.filtered,
            atol=3e-6,  # some 25 eps of values of variance 1, those that go in
        )

    def time_steady(self, side):
        self.run()
