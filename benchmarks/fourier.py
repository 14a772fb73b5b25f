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
