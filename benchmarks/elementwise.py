"""Elementwise work and reductions over arrays of several axes."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class TotalVariation(_JaxBenchmark):
    """Smoothness penalty of a volume: strided differences into one sum, bound by memory (jax-ml/jax#37465)."""

    param_names = ["side"]
    params = [["32", "128"]]

    def setup(self, side):
        self.prepare(
            kernels.regularisers.total_variation,
            lambda: _inputs.volume(int(side)),
            reference=_references.regularisers.total_variation,
            rtol=1e-3,
        )

    def time_steady(self, side):
        self.run()


class TotalVariationGradient(_JaxBenchmark):
    """Its gradient: shifted slices added back into a volume; whether they fuse decides (jax-ml/jax#37465)."""

    param_names = ["side"]
    params = [["32", "128"]]

    def setup(self, side):
        self.prepare(
            kernels.regularisers.total_variation_gradient,
            lambda: _inputs.volume(int(side)),
            reference=_references.regularisers.total_variation_gradient,
            rtol=1e-4,
            atol=1e-4,
        )

    def time_steady(self, side):
        self.run()
